/**
 * Lets so many calls of a function run at once; the others wait, and the newest goes in first. After a flood, whoever comes
 * then is answered at once and not behind all of it; the flood itself is worked off beside him.
 */
export const admitting = <A extends unknown[], T>(concurrency: number, call: (...args: A) => Promise<T>) => {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (...args: A): Promise<T> => {
    if (running >= concurrency) await new Promise<void>((admit) => waiting.push(admit));
    else running += 1;
    try {
      return await call(...args);
    } finally {
      const next = waiting.pop();
      if (next) next();
      else running -= 1;
    }
  };
};
