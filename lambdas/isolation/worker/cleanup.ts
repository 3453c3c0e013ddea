/** Growth in bytes that justifies a full collection, which takes 0.1 s. */
const worthBytes = 32 << 20;

/** Node's `gc`, which exists with `--expose-gc`. */
export type Collect = (options?: { readonly type: 'minor' }) => void;

/**
 * Returns a function that collects garbage between two jobs, when nearly all memory is garbage. Otherwise V8 collects
 * during the next job.
 *
 * @param collect collects all garbage, or only the young generation, which takes a millisecond
 */
export const cleanup = (collect: Collect): (() => void) => {
  let restingBytes = process.memoryUsage.rss();
  return () => {
    if (process.memoryUsage.rss() - restingBytes < worthBytes) {
      collect({ type: 'minor' });
      return;
    }
    collect();
    restingBytes = process.memoryUsage.rss();
  };
};
