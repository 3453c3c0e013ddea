/** Growth that is worth the tenth of a second it takes to give it back. */
const worthBytes = 32 << 20;

/** Node's `gc`, which there is with `--expose-gc`. */
export type Collect = (options?: { readonly type: 'minor' }) => void;

/**
 * Gives memory back after work that took much of it. V8 does so when memory is short, not when there is time: that is in the midst
 * of the next piece of work, when half of what that has made is still needed and has to be moved. Between two pieces nearly nothing
 * is, and collecting what is young takes a millisecond.
 *
 * @param collect collects all garbage, or what is young of it.
 * @returns a function to call while no job waits.
 */
export const tidying = (collect: Collect): (() => void) => {
  let keptBytes = process.memoryUsage.rss();
  return () => {
    if (process.memoryUsage.rss() - keptBytes < worthBytes) {
      collect({ type: 'minor' });
      return;
    }
    collect();
    keptBytes = process.memoryUsage.rss();
  };
};
