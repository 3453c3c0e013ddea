import { openSemaphore } from './semaphore.ts';

/** A worker as its pool sees it. */
export interface PooledWorker {
  /** Whether it can take another job. */
  readonly isUsable: boolean;
  whenReady(): Promise<void>;
  /** Kills it; resolves once the process is gone. */
  stop(): Promise<void>;
}

export interface Pool<W> {
  /**
   * Lends `use` a worker of its own as soon as one is free, first in, first out. A worker that is usable afterwards is
   * lent again; otherwise a fresh one takes its place.
   *
   * @throws SERVICE_UNAVAILABLE, see `Semaphore.run`; whatever `use` throws; the reason why no worker can be started.
   */
  run<T>(use: (worker: W) => Promise<T>): Promise<T>;
  /** Starts all workers and resolves once they are ready. @throws when one cannot be started. */
  warm(): Promise<void>;
  /** Kills all workers and rejects what waits. */
  close(): Promise<void>;
}

/** Returns a pool of so many workers, each of which runs one job at a time. */
export const openPool = <W extends PooledWorker>(start: () => W, size: number): Pool<W> => {
  const semaphore = openSemaphore(size);
  const alive = new Set<W>();
  const idle: W[] = [];
  let isClosed = false;

  const startOne = (): W => {
    const worker = start();
    alive.add(worker);
    return worker;
  };
  const discard = (worker: W): Promise<void> => {
    alive.delete(worker);
    return worker.stop();
  };
  /** Returns a ready worker. One that could not start, or has ended while idle, is replaced. */
  const lend = async (): Promise<W> => {
    const worker = idle.pop() ?? startOne();
    try {
      await worker.whenReady();
    } catch (error) {
      await discard(worker);
      throw error;
    }
    if (worker.isUsable) return worker;
    await discard(worker);
    return lend();
  };
  const giveBack = (worker: W): void => {
    if (worker.isUsable) {
      idle.push(worker);
      return;
    }
    void discard(worker);
    // its successor starts now, not when the next job comes
    if (!isClosed) idle.unshift(startOne());
  };

  return {
    run: (use) =>
      semaphore.run(async () => {
        const worker = await lend();
        try {
          return await use(worker);
        } finally {
          giveBack(worker);
        }
      }),
    warm: async () => {
      while (alive.size < size) idle.push(startOne());
      await Promise.all([...alive].map((worker) => worker.whenReady()));
    },
    close: async () => {
      isClosed = true;
      semaphore.close();
      await Promise.all([...alive].map(discard));
    },
  };
};
