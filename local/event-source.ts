import { setTimeout as sleep } from 'node:timers/promises';
import type { StreamRecord } from './dynamodb/stream.ts';

/** Time for which records are collected for one call; Lambda waits longer. */
const windowMs = 200;
/** Doubled with each try. */
const retryMs = 500;

type Worker = (event: { readonly Records: readonly StreamRecord[] }) => Promise<unknown>;

/** Invokes a function with records of a stream, one batch at a time, each repeated until it succeeds. */
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

  /** A batch that fails is halved: whatever else was in it is done, and the record that fails is repeated later. */
  const call = async (Records: readonly StreamRecord[], tried = 0): Promise<void> => {
    try {
      await worker?.({ Records });
    } catch {
      // the function has logged the error
      const half = Math.ceil(Records.length / 2);
      if (half < Records.length) {
        await call(Records.slice(0, half));
        await call(Records.slice(half));
      } else if (tried < tries)
        void sleep(retryMs * 2 ** tried, undefined, { ref: false }).then(() => call(Records, tried + 1));
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
