import { requestSignal } from 'image-url-engine/workers.ts';

type Slot = PromiseWithResolvers<void>;

/** Waits for a slot. @throws the reason of the request's signal when it fires first */
const waitIn = async (queue: Slot[]): Promise<void> => {
  const [signal, slot] = [requestSignal(), Promise.withResolvers<void>()];
  signal?.throwIfAborted();
  queue.push(slot);
  signal?.addEventListener('abort', () => {
    const at = queue.indexOf(slot);
    if (at >= 0) queue.splice(at, 1);
    // no effect on a job that was dequeued: it must run to completion, or its slot leaks
    slot.reject(signal.reason);
  });
  await slot.promise;
};

/** Returns a function that runs at most `slots` jobs of the same key at a time, first in, first out. */
export const keyedSemaphore = (slots: number) => {
  const keys = new Map<string, { running: number; readonly queue: Slot[] }>();
  return async <T>(key: string, run: () => Promise<T>): Promise<T> => {
    const own = keys.get(key) ?? { running: 0, queue: [] };
    keys.set(key, own);
    if (own.running >= slots) await waitIn(own.queue);
    else own.running += 1;
    try {
      return await run();
    } finally {
      const next = own.queue.shift();
      if (next) next.resolve();
      else own.running -= 1;
      if (own.running === 0) keys.delete(key);
    }
  };
};
