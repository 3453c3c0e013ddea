import { randomInt } from 'node:crypto';
import { slotNames } from '../../core/quota/slots.ts';
import {
  attempt,
  type Ended,
  looksAtMost,
  newToken,
  noteOn,
  type Outcome,
  refusedAt,
  type Stores,
  tooOften,
} from './attempt.ts';
import type { Counted } from './change.ts';
import { type Lane, lanePool, type Seen } from './lanes.ts';
import type { UsageKey, UsageRecord } from './usage-record.ts';

/** How often a process looks before it writes, after it was displaced: a look costs less than a write in vain. */
const waryTakings = 3;

const anyOf = <T>(choices: readonly T[]): T => choices[randomInt(choices.length)] as T;

/** A slot nobody has used, or else anybody's. */
const anyPlace = (record: UsageRecord): Seen => {
  const free = slotNames.filter((name) => !record.slots.has(name));
  const slot = anyOf(free.length > 0 ? free : slotNames);
  return { slot, token: record.slots.get(slot), record };
};

/** Attempts a taking in a place. A token of somebody else's that stands there goes on the page, where its taker finds it. */
const attemptIn = async (
  stores: Stores,
  key: UsageKey,
  counted: Counted,
  place: Seen,
  isMine: boolean,
): Promise<Outcome & { readonly place: Seen | undefined }> => {
  const { slot, token: there } = place;
  const [token, empty] = [newToken(), newToken()];
  const putting = (own: string) => (record: UsageRecord) => ({
    swap: { place, token: own },
    ...(!isMine && there !== undefined && { note: noteOn(record, [there]) }),
  });
  const way = {
    take: putting(token),
    end: putting(empty),
    isTaken: ({ slots }: UsageRecord, noted: ReadonlySet<string>) => slots.get(slot) === token || noted.has(token),
    isOpen: ({ slots }: UsageRecord) => slots.get(slot) === there,
    from: place.record.page,
  };
  const outcome = await attempt(stores, key, way, place.record, counted);
  const found = outcome.record.slots.get(slot);
  const isLeft = found !== undefined && [token, empty, isMine && there].includes(found);
  return { ...outcome, place: isLeft ? { slot, token: found, record: outcome.record } : undefined };
};

/**
 * Takings of a process that nobody will ask about again. Each goes through a lane: a slot the process has written to
 * before, so that it need not look what is there.
 */
export const takingsInLanes = (stores: Stores) => {
  const inLane = lanePool();

  /** The record to look for a place in; none while the lane is trusted. */
  const look = async ({ place, all }: Lane, key: UsageKey): Promise<UsageRecord | undefined> =>
    place && all.wary === 0 ? undefined : stores.records.read(key);

  /** Forgets a place that is not the process's any more. */
  const compare = (lane: Lane, { slots }: UsageRecord): void => {
    if (!lane.place) return;
    const isStillThere = slots.get(lane.place.slot) === lane.place.token;
    lane.all.wary = isStillThere ? Math.max(0, lane.all.wary - 1) : waryTakings;
    if (!isStillThere) lane.place = undefined;
  };

  /** Looks and attempts once. @returns undefined when somebody else's writing came between: it can be tried again. */
  const takeOnce = async (lane: Lane, key: UsageKey, counted: Counted): Promise<Ended | undefined> => {
    const record = await look(lane, key);
    if (record) compare(lane, record);
    if (record && refusedAt(record, counted)) return { kind: 'refused', record };
    const mine = lane.place;
    const place = mine ?? anyPlace(record as UsageRecord);
    // after an error nobody knows what stands there
    lane.place = undefined;
    const outcome = await attemptIn(stores, key, counted, place, mine !== undefined);
    lane.place = outcome.place;
    if (outcome.kind === 'taken') return { kind: 'taken', record: outcome.record };
    if (refusedAt(outcome.record, counted)) return { kind: 'refused', record: outcome.record };
    if (!lane.place) lane.all.wary = waryTakings;
    return undefined;
  };

  return (key: UsageKey, counted: Counted): Promise<Ended> =>
    inLane(key, async (lane) => {
      for (let looks = 0; looks < looksAtMost; looks += 1) {
        const ended = await takeOnce(lane, key, counted);
        if (ended) return ended;
      }
      throw tooOften();
    });
};
