import { LRUCache } from 'lru-cache';
import { requestSignal } from '../../time-budget.ts';
import type { Place } from './change.ts';
import type { UsageKey, UsageRecord } from './usage-record.ts';

/** Takings of one process that are under way at once for one record; the others wait for one to end. */
const lanesPerRecord = 8;
/** Records whose lanes a process remembers. */
const keptRecords = 1_000;

/** A place, and the record as it was when that stood there. */
export interface Seen extends Place {
  readonly record: UsageRecord;
}

interface Lanes {
  /** Places whose takings are over, the last one used at the end. */
  readonly idle: Seen[];
  readonly waiting: (() => void)[];
  underWay: number;
  /** How many takings still look whether their place is theirs: somebody else has come into one, so it is crowded. */
  wary: number;
}

/** What a taking works in: the place it was given, if there is one, and the place it leaves behind. */
export interface Lane {
  place: Seen | undefined;
  readonly all: Pick<Lanes, 'wary'>;
}

/** Waits for its turn, no longer than the time of its request. */
const turnIn = async ({ waiting }: Lanes): Promise<void> => {
  const budget = requestSignal();
  budget?.throwIfAborted();
  const turn = Promise.withResolvers<void>();
  const begin = () => turn.resolve();
  const giveUp = () => {
    // whoever was called already begins, and ends at once
    const at = waiting.indexOf(begin);
    if (at >= 0) waiting.splice(at, 1);
    if (at >= 0) turn.reject(budget?.reason);
  };
  waiting.push(begin);
  budget?.addEventListener('abort', giveUp, { once: true });
  await turn.promise.finally(() => budget?.removeEventListener('abort', giveUp));
};

/**
 * The lanes of a process: slots it was the last to write to, as far as it knows, so that it knows what stands in them and
 * that its own taking there is over. One taking at a time uses a lane.
 */
export const lanePool = () => {
  const records = new LRUCache<string, Lanes>({ max: keptRecords });

  /** Runs a taking in a lane. What it leaves in `place` is used again; after an error nothing is. */
  return async <T>({ accountId, periodStart }: UsageKey, run: (lane: Lane) => Promise<T>): Promise<T> => {
    const id = `${accountId} ${periodStart}`;
    const lanes: Lanes = records.get(id) ?? { idle: [], waiting: [], underWay: 0, wary: 0 };
    records.set(id, lanes);
    if (lanes.underWay >= lanesPerRecord) await turnIn(lanes);
    else lanes.underWay += 1;
    try {
      const lane: Lane = { place: lanes.idle.pop(), all: lanes };
      const result = await run(lane);
      if (lane.place) lanes.idle.push(lane.place);
      return result;
    } finally {
      const next = lanes.waiting.shift();
      if (next) next();
      else lanes.underWay -= 1;
    }
  };
};
