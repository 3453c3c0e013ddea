import { engineError } from '../../errors.ts';
import { requestSignal } from '../../time-budget.ts';

/** Waiting jobs beyond this number are rejected at once. */
const maxQueued = 256;
/** Time after which a rejected caller may retry, in milliseconds. */
const retryAfterMs = 2_000;

/**
 * Returns a SERVICE_UNAVAILABLE error, for failures that are not caused by the template, image or font.
 *
 * @param reason for the log
 */
export const unavailable = (reason: string) =>
  engineError('SERVICE_UNAVAILABLE', {
    cause: new Error(reason),
    retryAt: new Date(Date.now() + retryAfterMs),
  });

/** Returns a semaphore with a bounded FIFO queue. */
export const openSemaphore = (slots: number) => {
  const queue = new Set<PromiseWithResolvers<void>>();
  let free = slots;

  const acquire = async (): Promise<void> => {
    const signal = requestSignal();
    if (signal?.aborted) throw unavailable('The request is over.');
    if (free > 0) {
      free -= 1;
      return;
    }
    if (queue.size >= maxQueued) throw unavailable('Too many jobs wait for a worker.');
    const waiter = Promise.withResolvers<void>();
    const giveUp = () => queue.delete(waiter) && waiter.reject(unavailable('Timed out waiting for a worker.'));
    queue.add(waiter);
    signal?.addEventListener('abort', giveUp, { once: true });
    await waiter.promise.finally(() => signal?.removeEventListener('abort', giveUp));
  };
  const release = (): void => {
    const [next] = queue;
    // the slot passes to the first in the queue, unless it was removed
    if (next && free >= 0 && queue.delete(next)) next.resolve();
    else free += 1;
  };

  return {
    /**
     * Runs `work` when a slot is free, first in, first out. The slot is free again once what `work` holds it for has
     * ended.
     *
     * @throws SERVICE_UNAVAILABLE when the queue is full or the request ends while waiting; what `work` throws
     */
    run: async <T>(work: (hold: (until: Promise<void>) => void) => Promise<T>): Promise<T> => {
      await acquire();
      let held: Promise<void> | undefined;
      const hold = (until: Promise<void>): void => {
        held = until;
      };
      return work(hold).finally(() => (held ? void held.then(release) : release()));
    },
    /** Adds slots, or removes as many as are negative once they are free. */
    addSlots: (added: number): void => {
      free += added;
      for (const waiter of [...queue].slice(0, Math.max(0, free))) {
        queue.delete(waiter);
        free -= 1;
        waiter.resolve();
      }
    },
    rejectWaiting: (): void => {
      for (const waiter of queue) waiter.reject(unavailable('The workers are closed.'));
      queue.clear();
    },
  };
};

export interface PooledWorker {
  /** Whether it can take another job. */
  readonly isUsable: boolean;
  /** Resolves once it can take a job. Rejects when it cannot be started; then it is not usable. */
  readonly ready: Promise<void>;
  /** Resolves once it works on nothing any more, which may be after the job that it was lent for. */
  readonly idle: Promise<void>;
  /** Kills it; resolves once the process has ended. */
  stop(): Promise<void>;
}

/**
 * Returns a pool of workers, each of which runs one job at a time.
 *
 * @param size number of workers: a Lambda instance handles one request at a time and has one processor
 */
export const openPool = <W extends PooledWorker>(start: () => W, size = 1) => {
  let semaphore = openSemaphore(size);
  const alive = new Set<W>();
  const idle: W[] = [];

  const startOne = (): W => {
    const worker = start();
    alive.add(worker);
    return worker;
  };
  const discard = (worker: W): Promise<void> => {
    alive.delete(worker);
    return worker.stop();
  };
  /** Returns an idle worker, or a new one; those that have ended while idle are discarded. */
  const lend = (): W => {
    const worker = idle.pop();
    if (!worker) return startOne();
    if (worker.isUsable) return worker;
    void discard(worker);
    return lend();
  };
  const returnWorker = (worker: W): void => {
    // the pool was closed
    if (!alive.has(worker)) return;
    if (worker.isUsable && alive.size <= size) {
      idle.push(worker);
      return;
    }
    void discard(worker);
    if (alive.size >= size) return;
    // starts the replacement now, not with the next job
    idle.unshift(startOne());
  };
  const warm = async (count = size): Promise<void> => {
    while (alive.size < count) idle.push(startOne());
    await Promise.all([...alive].map((worker) => worker.ready));
  };
  const close = async (): Promise<void> => {
    semaphore.rejectWaiting();
    semaphore = openSemaphore(size);
    idle.length = 0;
    await Promise.all([...alive].map(discard));
  };

  return {
    /**
     * Lends `use` a worker when one is free, first in, first out. A worker that is no longer usable afterwards is
     * replaced.
     *
     * @throws SERVICE_UNAVAILABLE, see `openSemaphore`; what `use` throws; the reason why no worker can be started
     */
    run: <T>(use: (worker: W) => Promise<T>): Promise<T> =>
      semaphore.run(async (hold) => {
        const worker = lend();
        const work = worker.ready.then(() => use(worker));
        return work.finally(() => hold(worker.idle.then(() => returnWorker(worker))));
      }),
    /** Starts all workers, or the first `count`, and resolves once they are ready. @throws Error when one cannot be started */
    warm,
    /** Kills all workers and rejects waiting jobs. The next job starts them again. */
    close,
    /** Changes the number of workers. Those that are missing start when a job needs them; jobs that run are finished. */
    resize: (wanted: number): void => {
      semaphore.addSlots(wanted - size);
      size = wanted;
      while (alive.size > size && idle.length > 0) void discard(idle.pop() as W);
    },
  };
};
