/** Runs `work` on all items, at most `most` at a time. Returns the results in the order of the items. */
export const atOnce = async <T, R>(
  most: number,
  items: readonly T[],
  work: (item: T, at: number) => Promise<R>,
): Promise<R[]> => {
  const results: R[] = [];
  const ahead = items.entries();
  const worker = async () => {
    for (const [at, item] of ahead) results[at] = await work(item, at);
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, worker));
  return results;
};
