import { tokensOf } from '../../core/quota/slots.ts';
import type { Reservation } from '../../ports/idempotency.ts';
import {
  attempt,
  type Ended,
  looksAtMost,
  notedFrom,
  noteOn,
  refusedAt,
  type Stores,
  tooOften,
  write,
} from './attempt.ts';
import type { Counted } from './change.ts';
import { pageOfMark } from './seen-pages.ts';
import type { UsageKey, UsageRecord } from './usage-record.ts';

/** What is known of a reservation: how often it was taken and given back, and whether it is taken now. */
const stateOf = (name: string, noted: ReadonlySet<string>) => {
  for (let round = 0; ; round += 1) {
    const tokens = tokensOf(name, round);
    const isTaken = noted.has(tokens.taken);
    if (!isTaken || !noted.has(tokens.returned)) return { ...tokens, isTaken };
  }
};

const wayOf = (name: string, noted: ReadonlySet<string>, from: number) => {
  const { taken, returned } = stateOf(name, noted);
  return {
    take: (record: UsageRecord) => ({ note: noteOn(record, [taken], taken) }),
    // as if it had been taken and given back
    end: (record: UsageRecord) => ({ note: noteOn(record, [taken, returned], taken) }),
    isTaken: (_: UsageRecord, now: ReadonlySet<string>) => now.has(taken) && !now.has(returned),
    isOpen: (_: UsageRecord, now: ReadonlySet<string>) => !now.has(taken),
    from,
  };
};

/**
 * Takes for a reservation: its name says which token goes on the page, so whoever asks again, in whatever process, finds it
 * there or on a page that was filed.
 */
export const takeByName = async (
  stores: Stores,
  key: UsageKey,
  counted: Counted,
  { name, mark }: Reservation,
): Promise<Ended> => {
  const from = pageOfMark(mark, key.periodStart);
  let record = await stores.records.read(key);
  for (let looks = 0; looks < looksAtMost; looks += 1) {
    const noted = await notedFrom(stores, key, record, from);
    if (stateOf(name, noted).isTaken) return { kind: 'taken', record };
    if (refusedAt(record, counted)) return { kind: 'refused', record };
    const outcome = await attempt(stores, key, wayOf(name, noted, from), record, counted);
    if (outcome.kind === 'taken') return { kind: 'taken', record: outcome.record };
    record = outcome.record;
  }
  throw tooOften();
};

/** Gives back what a reservation took; nothing when it took nothing or has given back already. */
export const giveBackByName = async (
  stores: Stores,
  key: UsageKey,
  { counter, units }: Counted,
  { name, mark }: Reservation,
): Promise<void> => {
  const from = pageOfMark(mark, key.periodStart);
  let record = await stores.records.read(key);
  for (let looks = 0; looks < looksAtMost; looks += 1) {
    const { isTaken, returned } = stateOf(name, await notedFrom(stores, key, record, from));
    if (!isTaken) return;
    const note = noteOn(record, [returned], returned);
    const written = await write(stores, key, record, { note, counted: { counter, units: -units } });
    if (written.isDone) return;
    record = written.record;
  }
  throw tooOften();
};
