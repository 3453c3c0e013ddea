import { randomBytes } from 'node:crypto';
import { tokenBytes, tokenOf } from '../../core/quota/slots.ts';
import type { receipts } from './receipts.ts';
import { settleSignal } from './settle-signal.ts';
import type { Counted, Place, UsageKey, UsageRecord, usageRecords } from './usage-record.ts';

export interface Stores {
  readonly records: ReturnType<typeof usageRecords>;
  readonly receipts: ReturnType<typeof receipts>;
}

/** A taking that has come to its end: counted once, or not counted because too few units are left. */
export interface Ended {
  readonly kind: 'taken' | 'refused';
  readonly record: UsageRecord;
  /** What stands in the slot by now; absent where it may be somebody else's token. */
  readonly place?: Place;
}

/** What came of one attempt at a taking, for certain; displaced: not counted, somebody else's token is in the slot. */
type Outcome = Ended | { readonly kind: 'displaced' };

/** How often a taking looks for a place: each time but the last, somebody else was quicker. */
export const looksAtMost = 20;

/** Whether a record has too few units left. */
export const refusedAt = (record: UsageRecord, { counter, highest }: Counted): boolean =>
  highest !== undefined && record[counter] > highest;

export const newToken = (): string => tokenOf(randomBytes(tokenBytes));

/** Says what became of a taking that is on its way no more, by what a record holds. */
const judge = async (
  { receipts: filed }: Stores,
  key: UsageKey,
  record: UsageRecord,
  { slot, token: expected }: Place,
  token: string,
): Promise<Outcome> => {
  const found = record.slots.get(slot);
  if (found === token) return { kind: 'taken', record, place: { slot, token } };
  if (found === expected) return { kind: 'refused', record, place: { slot, token: expected } };
  return (await filed.has(key, { slot, token }, settleSignal())) ? { kind: 'taken', record } : { kind: 'displaced' };
};

/**
 * Ends a taking that may still be on its way: puts a token without any units in the place of the expected one. If that
 * works, nothing was taken, and a late packet will find the slot changed; if not, the slot or a receipt says whether the
 * taking came first.
 *
 * @param cause why the outcome is not known; undefined when the last attempt was refused.
 */
const settle = async (
  stores: Stores,
  key: UsageKey,
  place: Place,
  token: string,
  cause?: unknown,
): Promise<Outcome> => {
  const empty = { slot: place.slot, token: newToken() };
  // longer than its request: the request's time may be what has run out
  const { isDone, record } = await stores.records
    .replace(key, place, empty.token, undefined, settleSignal())
    .catch((error: unknown) => {
      throw new AggregateError([cause, error], 'It is not known whether units were taken.', { cause: error });
    });
  const outcome: Outcome = isDone
    ? { kind: 'refused', record, place: empty }
    : await judge(stores, key, record, empty, token);
  if (outcome.kind !== 'taken' && cause !== undefined) throw cause;
  return outcome;
};

/**
 * Tries a taking once: puts its token in the place of the one that is expected there, and counts, in one write.
 *
 * @throws when nothing was taken and nothing will be; AggregateError when even that is not known.
 */
export const attempt = async (
  stores: Stores,
  key: UsageKey,
  place: Place,
  token: string,
  counted: Counted,
): Promise<Outcome> => {
  const tried = await stores.records.replace(key, place, token, counted).catch((cause: unknown) => ({ cause }));
  if ('cause' in tried) return settle(stores, key, place, token, tried.cause);
  const { isDone, record, attempts } = tried;
  if (isDone) return { kind: 'taken', record, place: { slot: place.slot, token } };
  // refused at the first attempt: nothing of this call can still be on its way
  return attempts === 1 ? judge(stores, key, record, place, token) : settle(stores, key, place, token);
};
