/** Growth that is worth the tenth of a second it takes to give it back. */
const worthBytes = 32 << 20;

/**
 * Gives memory back after work that took much of it. V8 does so when memory is short, not when there is time.
 *
 * @param collect collects all garbage.
 * @returns a function to call while no job waits.
 */
export const tidying = (collect: () => void): (() => void) => {
  let keptBytes = process.memoryUsage.rss();
  return () => {
    if (process.memoryUsage.rss() - keptBytes < worthBytes) return;
    collect();
    keptBytes = process.memoryUsage.rss();
  };
};
