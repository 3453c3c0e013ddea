import { randomBytes } from 'node:crypto';
import { pageNameOf, pageTokens, tokenBytes, tokenOf, turnsEarly } from '../../core/quota/slots.ts';
import type { Change, Counted, Note } from './change.ts';
import type { filedPages } from './filed-pages.ts';
import { settleSignal } from './settle-signal.ts';
import type { UsageKey, UsageRecord, usageRecords, Written } from './usage-record.ts';

export interface Stores {
  readonly records: ReturnType<typeof usageRecords>;
  readonly filed: ReturnType<typeof filedPages>;
}

/** How a taking is made, whatever it counts. */
export interface Way {
  /** The write that takes, for a record as it was last seen. */
  readonly take: (record: UsageRecord) => Change;
  /** The write after which the other one can have no effect any more, if it had none. */
  readonly end: (record: UsageRecord) => Change;
  /** Whether units were taken, by the slots of a record and by all tokens on pages that may be its. */
  readonly isTaken: (record: UsageRecord, noted: ReadonlySet<string>) => boolean;
  /** Whether the write that takes may still have its effect on such a record. */
  readonly isOpen: (record: UsageRecord, noted: ReadonlySet<string>) => boolean;
  /** The first page its tokens may be on. */
  readonly from: number;
}

/** A taking that has come to its end: counted once, or not counted because too few units are left. */
export interface Ended {
  readonly kind: 'taken' | 'refused';
  readonly record: UsageRecord;
}

/** What came of one attempt at a taking, for certain. Lost: nothing was taken and nothing will be. */
export interface Outcome {
  readonly kind: 'taken' | 'lost';
  /** The record by now. */
  readonly record: UsageRecord;
}

/** How often a taking is attempted: each time but the last, somebody else was quicker. */
export const looksAtMost = 20;
export const tooOften = (): Error => new Error('A taking found no place: others were quicker again and again.');

/** Whether a record has too few units left. */
export const refusedAt = (record: UsageRecord, { counter, highest }: Counted): boolean =>
  highest !== undefined && record[counter] > highest;

export const newToken = (): string => tokenOf(randomBytes(tokenBytes));

/** Puts tokens on a record's page. */
export const noteOn = (record: UsageRecord, tokens: readonly [string, ...string[]], unless?: string): Note => {
  const size = record.pages.get(pageNameOf(record.page))?.size ?? 0;
  const isTurning = size >= pageTokens.all || (size >= pageTokens.some && turnsEarly(tokens[0]));
  return { page: record.page, tokens, isTurning, ...(unless !== undefined && { unless }) };
};

/** Tokens on the pages of a record and on those that were filed from one on. */
export const notedFrom = async (
  { filed }: Pick<Stores, 'filed'>,
  key: UsageKey,
  record: UsageRecord,
  from: number,
  abortSignal?: AbortSignal,
): Promise<ReadonlySet<string>> =>
  [...record.pages.values()].reduce(
    (all, tokens) => all.union(tokens),
    await filed.read(key, from, record, abortSignal),
  );

/** Makes a change; the page it needs for another is filed before. */
export const write = async (
  { records, filed }: Stores,
  key: UsageKey,
  record: UsageRecord,
  change: Change,
  abortSignal?: AbortSignal,
): Promise<Written> => {
  if (change.note?.isTurning) await filed.fileBeforeTurning(key, record, abortSignal);
  return records.write(key, change, abortSignal);
};

/** Ends a taking that may still be on its way. */
const end = async (stores: Stores, key: UsageKey, way: Way, seen: UsageRecord): Promise<Outcome> => {
  // longer than its request: the request's time may be what has run out
  const signal = settleSignal();
  let record = seen;
  for (let look = 0; look < looksAtMost; look += 1) {
    const noted = await notedFrom(stores, key, record, way.from, signal);
    if (way.isTaken(record, noted)) return { kind: 'taken', record };
    if (!way.isOpen(record, noted)) return { kind: 'lost', record };
    const ended = await write(stores, key, record, way.end(record), signal);
    record = ended.record;
    if (ended.isDone) return { kind: 'lost', record };
  }
  throw tooOften();
};

/** Finds out what became of a taking. @param cause why that is not known; undefined when its last attempt was refused. */
const settle = async (...[stores, key, way, seen, cause]: [...Parameters<typeof end>, unknown]): Promise<Outcome> => {
  const outcome = await end(stores, key, way, seen).catch((error: unknown) => {
    throw new AggregateError([cause, error], 'It is not known whether units were taken.', { cause: error });
  });
  if (outcome.kind === 'lost' && cause !== undefined) throw cause;
  return outcome;
};

/**
 * Attempts a taking: one write that remembers it and counts. One whose outcome stays unknown is ended by another write; a
 * late packet finds the record changed then.
 *
 * @throws when nothing was taken and nothing will be; AggregateError when even that is not known.
 */
export const attempt = async (
  stores: Stores,
  key: UsageKey,
  way: Way,
  seen: UsageRecord,
  counted: Counted,
): Promise<Outcome> => {
  const change = { ...way.take(seen), counted };
  if (change.note?.isTurning) await stores.filed.fileBeforeTurning(key, seen);
  const tried = await stores.records.write(key, change).catch((cause: unknown) => ({ cause }));
  if ('cause' in tried) return settle(stores, key, way, seen, tried.cause);
  const { isDone, record, attempts } = tried;
  if (isDone) return { kind: 'taken', record };
  // refused at the first attempt: nothing of this call can still be on its way
  if (attempts > 1) return settle(stores, key, way, record, undefined);
  const isTaken = way.isTaken(record, await notedFrom(stores, key, record, way.from));
  return { kind: isTaken ? 'taken' : 'lost', record };
};
