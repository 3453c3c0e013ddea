/** A message of a worker to its parent process. */
export type Report<Answer> =
  | { readonly kind: 'ready' }
  /** The code that the job needs is loaded; processor time is counted from here on. */
  | { readonly kind: 'loaded' }
  | ({ readonly kind: 'answer' } & Served<Answer>);

/** An answer, and whether the process must be replaced. */
export interface Served<Answer> {
  readonly answer: Answer;
  readonly isExhausted: boolean;
}

interface ServeSettings {
  /** Resident memory in bytes above which the process is replaced after a job. */
  readonly maxRuntimeBytes: number;
  /** Called after each answer, while no job waits. */
  readonly rest?: () => void;
  /** Called once if no job arrives first, so that the first one takes less time. That job waits until it has ended. */
  readonly warm?: () => Promise<unknown>;
}

/** Milliseconds without a job after which a new process warms up: a caller that waits sends its job sooner. */
const idleMs = 5;

/** Growth in bytes that justifies a full collection, which takes 0.1 s. */
const worthBytes = 32 << 20;

/** Node's `gc`, which exists with `--expose-gc`. */
type Collect = (options?: { readonly type: 'minor' }) => void;

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

/**
 * Turns this process into a worker, which runs one job at a time for its parent process and exits when the parent
 * disconnects.
 *
 * @param work rejects only for an internal error, which ends the process; calls `onLoaded` when it has loaded the code
 * that the job needs
 */
export const serve = <Job, Answer>(
  work: (job: Job, onLoaded: () => void) => Promise<Served<Answer>>,
  { maxRuntimeBytes, rest, warm }: ServeSettings,
): void => {
  const report = (message: Report<Answer>) =>
    new Promise<void>((done) => {
      if (process.send) process.send(message, undefined, undefined, () => done());
    });
  // `startProgram` passes --expose-gc
  const clean = cleanup((globalThis as unknown as { gc: Collect }).gc);
  let warming: Promise<unknown> | undefined;
  const handle = async (job: Job): Promise<void> => {
    if (warming) {
      await warming;
      warming = undefined;
      void report({ kind: 'loaded' });
    }
    const served = await work(job, () => void report({ kind: 'loaded' }));
    const isExhausted = served.isExhausted || process.memoryUsage.rss() > maxRuntimeBytes;
    await report({ kind: 'answer', answer: served.answer, isExhausted });
    if (isExhausted) return;
    rest?.();
    clean();
  };
  const timer = setTimeout(() => {
    // what fails here fails again in a job, which reports it
    warming = warm?.().catch(() => {});
  }, idleMs);
  process.on('message', (job: Job) => {
    clearTimeout(timer);
    // one iteration of the event loop, which releases native memory of the previous job
    setImmediate(() => void handle(job));
  });
  process.on('disconnect', () => process.exit());
  void report({ kind: 'ready' });
};
