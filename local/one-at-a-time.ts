/** Runs tasks that share a name one after the other, in the order they came; others run side by side. */
export const oneAtATime = (): (<T>(name: string, task: () => Promise<T>) => Promise<T>) => {
  const last = new Map<string, Promise<unknown>>();
  return (name, task) => {
    const result = (last.get(name) ?? Promise.resolve()).then(task);
    const settled = result
      .catch(() => undefined)
      .then(() => {
        if (last.get(name) === settled) last.delete(name);
      });
    last.set(name, settled);
    return result;
  };
};
