/** Runs tasks with the same name one after another, in order; others run in parallel. */
export const createKeyedQueue = (): (<T>(name: string, task: () => Promise<T>) => Promise<T>) => {
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
