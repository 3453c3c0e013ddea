import { setTimeout as sleep } from 'node:timers/promises';
import type { StreamRecord } from './dynamodb/stream.ts';

/** Time for which records are collected for one call; Lambda waits longer. */
const windowMs = 200;
const retryMs = 500;

type Worker = (event: { readonly Records: readonly StreamRecord[] }) => Promise<unknown>;

/** Invokes a function with records of a stream, one call at a time, each repeated until it succeeds. */
export interface EventSource {
  /** Adds a record, which is discarded if there is no function. */
  put(record: StreamRecord): void;
  feed(worker: Worker): void;
  close(): void;
}

/** Lambda's processing of a stream, in memory. */
export const eventSource = ({ tries }: { readonly tries: number }): EventSource => {
  let waiting: StreamRecord[] = [];
  let worker: Worker | undefined;
  let isWorking = false;

  const call = async (Records: readonly StreamRecord[]): Promise<void> => {
    for (let tried = 0; worker && tried < tries; tried += 1)
      try {
        await worker({ Records });
        return;
      } catch {
        // the function has logged the error
        await sleep(retryMs, undefined, { ref: false });
      }
  };
  const work = async (): Promise<void> => {
    isWorking = true;
    while (waiting.length > 0) {
      await sleep(windowMs, undefined, { ref: false });
      const records = waiting;
      waiting = [];
      await call(records);
    }
    isWorking = false;
  };

  return {
    put: (record) => {
      if (!worker) return;
      waiting.push(record);
      if (!isWorking) void work();
    },
    feed: (given) => {
      worker = given;
    },
    close: () => {
      worker = undefined;
    },
  };
};
