/** What a caller is told who has waited too long to be let in: THROTTLED. */
export class TooBusy extends Error {
  constructor() {
    super('too many calls at once');
  }
}

/** As long as the slowest picture may take. */
const longestWaitMs = 60_000;

/**
 * Lets so many calls of a function run at once; the others wait, and the newest goes in first. After a flood, whoever comes
 * then is answered at once and not behind all of it; the flood itself is worked off beside him.
 *
 * @throws TooBusy when a call has waited a minute.
 */
export const admitting = <A extends unknown[], T>(concurrency: number, call: (...args: A) => Promise<T>) => {
  const waiting: (() => void)[] = [];
  let running = 0;
  const turn = (): Promise<void> =>
    new Promise((admit, refuse) => {
      const enter = () => {
        clearTimeout(timer);
        admit();
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(enter), 1);
        refuse(new TooBusy());
      }, longestWaitMs);
      waiting.push(enter);
    });
  return async (...args: A): Promise<T> => {
    if (running >= concurrency) await turn();
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
