import { randomInt } from 'node:crypto';
import { slotNames } from '../../core/quota/slots.ts';
import { attempt, type Ended, looksAtMost, newToken, refusedAt, type Stores } from './attempt.ts';
import { type Lane, lanePool } from './lanes.ts';
import type { Counted, Place, UsageKey, UsageRecord } from './usage-record.ts';

/** How often a process looks before it writes, after it was displaced: a look costs less than a write in vain. */
const waryTakings = 3;

const anyOf = <T>(choices: readonly T[]): T => choices[randomInt(choices.length)] as T;

/** A slot nobody has used, or else anybody's. */
const anyPlace = ({ slots }: UsageRecord): Place => {
  const free = slotNames.filter((name) => !slots.has(name));
  const slot = anyOf(free.length > 0 ? free : slotNames);
  return { slot, token: slots.get(slot) };
};

/**
 * Takings of a process that nobody will ask about again. Each goes through a lane: a slot the process has written to
 * before, so that it neither looks what is there nor files a receipt.
 */
export const takingsInLanes = (stores: Stores) => {
  const inLane = lanePool();

  /** The place to write to; or the record, when it says that too few units are left. */
  const placeIn = async ({ place, all }: Lane, key: UsageKey, counted: Counted): Promise<Place | UsageRecord> => {
    if (place && all.wary === 0) return place;
    const record = await stores.records.read(key);
    if (refusedAt(record, counted)) return record;
    const isStillThere = place !== undefined && record.slots.get(place.slot) === place.token;
    if (place) all.wary = isStillThere ? Math.max(0, all.wary - 1) : waryTakings;
    return isStillThere ? place : stores.receipts.enter(key, anyPlace(record));
  };

  return (key: UsageKey, counted: Counted): Promise<Ended> =>
    inLane(key, async (lane) => {
      for (let look = 0; look < looksAtMost; look += 1) {
        const place = await placeIn(lane, key, counted);
        if ('slots' in place) return { kind: 'refused', record: place };
        const outcome = await attempt(stores, key, place, newToken(), counted);
        lane.place = outcome.kind === 'displaced' ? undefined : outcome.place;
        if (outcome.kind !== 'displaced') return outcome;
        lane.all.wary = waryTakings;
      }
      throw new Error('A taking found no place: others were quicker again and again.');
    });
};
