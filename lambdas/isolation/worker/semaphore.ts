import { ServiceError } from '../../contract/errors.ts';
import { requestSignal } from '../../time-budget.ts';

/** Waiting jobs beyond this number are rejected at once. */
const maxQueued = 256;
/** When a rejected caller may try again. */
const retryAfterMs = 2_000;

/** Returns a SERVICE_UNAVAILABLE, which says nothing about the template, the image or the font. @param reason for the log */
export const unavailable = (reason: string) =>
  new ServiceError('SERVICE_UNAVAILABLE', [], {
    cause: new Error(reason),
    retryAt: new Date(Date.now() + retryAfterMs),
  });

export interface Semaphore {
  /**
   * Runs `work` as soon as a slot is free, first in, first out.
   *
   * @throws SERVICE_UNAVAILABLE when the queue is full, when the request is over before a slot is free, or when the semaphore
   * was closed; whatever `work` throws.
   */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Rejects what waits, and everything from now on. */
  close(): void;
}

/** Returns a semaphore with a bounded FIFO queue. */
export const openSemaphore = (slots: number): Semaphore => {
  const queue = new Map<object, { start: () => void; reject: (error: unknown) => void }>();
  let free = slots;
  let isClosed = false;

  const acquire = async (): Promise<void> => {
    const signal = requestSignal();
    if (isClosed) throw unavailable('The workers are closed.');
    if (signal?.aborted) throw unavailable('The request is over.');
    if (free > 0) {
      free -= 1;
      return;
    }
    if (queue.size >= maxQueued) throw unavailable('Too many jobs wait for a worker.');
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter = {};
    queue.set(waiter, { start: resolve, reject });
    const giveUp = () => queue.delete(waiter) && reject(unavailable('Timed out waiting for a worker.'));
    signal?.addEventListener('abort', giveUp, { once: true });
    return promise.finally(() => signal?.removeEventListener('abort', giveUp));
  };
  const release = (): void => {
    const [next] = queue;
    if (!next) {
      free += 1;
      return;
    }
    // the slot goes to the first in the queue
    queue.delete(next[0]);
    next[1].start();
  };

  return {
    run: async (work) => {
      await acquire();
      try {
        return await work();
      } finally {
        release();
      }
    },
    close: () => {
      isClosed = true;
      for (const { reject } of queue.values()) reject(unavailable('The workers are closed.'));
      queue.clear();
    },
  };
};
