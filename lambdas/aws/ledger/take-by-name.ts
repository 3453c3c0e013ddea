import { placeOf } from '../../core/quota/slots.ts';
import { attempt, type Ended, looksAtMost, refusedAt, type Stores } from './attempt.ts';
import type { Counted, UsageKey } from './usage-record.ts';

/**
 * Takes for a reservation: its name says slot and token, so whoever asks again, in whatever process, finds the token in its
 * slot or its receipt.
 */
export const takeByName = async (
  stores: Stores,
  key: UsageKey,
  counted: Counted,
  reservation: string,
): Promise<Ended> => {
  const { slot, token } = placeOf(reservation);
  for (let look = 0; look < looksAtMost; look += 1) {
    const record = await stores.records.read(key);
    const found = record.slots.get(slot);
    // in this order: what stood in the slot before this look has its receipt by now
    const isTaken = found === token || (found !== undefined && (await stores.receipts.has(key, { slot, token })));
    if (isTaken) return { kind: 'taken', record };
    if (refusedAt(record, counted)) return { kind: 'refused', record };
    const place = await stores.receipts.enter(key, { slot, token: found });
    const outcome = await attempt(stores, key, place, token, counted);
    if (outcome.kind !== 'displaced') return outcome;
  }
  throw new Error('A taking found no place: others were quicker again and again.');
};

/** Gives back what a reservation took; nothing when it took nothing or has given back already. */
export const giveBackByName = async (
  { records, receipts }: Stores,
  key: UsageKey,
  { counter, units }: Counted,
  reservation: string,
): Promise<void> => {
  const { slot, token } = placeOf(reservation);
  const returned = placeOf(`${reservation} given back`).token;
  for (let look = 0; look < looksAtMost; look += 1) {
    const place = { slot, token: (await records.read(key)).slots.get(slot) };
    const isInPlace = place.token === token;
    const isDone = !isInPlace && (place.token === returned || (await receipts.has(key, { slot, token: returned })));
    if (!isDone) {
      if (!isInPlace && !(await receipts.has(key, { slot, token }))) return;
      if (!isInPlace) await receipts.enter(key, place);
      if (!(await records.replace(key, place, returned, { counter, units: -units })).isDone) continue;
    }
    if (!isInPlace) await receipts.withdraw(key, { slot, token });
    return;
  }
  throw new Error('Units found no way back: others were quicker again and again.');
};
