import { dayMs } from '../../../core/days.ts';
import type { KeyLimit } from '../../../ports/quotas.ts';

/*
 * Counters of keys with their own limit: attributes of the usage item, so that one write checks and counts both. A
 * daily counter is the day times `dayFactor` plus the count, so that one condition checks both.
 */

/** Larger than any daily limit. */
const dayFactor = 10_000_000_000;

/** Prefixes of the attributes. */
export const monthlyCounter = 'key ';
export const dailyCounter = 'day ';

/** Returns the name of a daily counter: only the random part of the signing key's id, to keep the item small. */
const getDailyName = (keyId: string): string => keyId.slice(keyId.lastIndexOf('-') + 1);

/** Counters of keys in a usage item: monthly counts by API key, and daily counters by signing key. */
export interface KeyCounters {
  readonly keys: ReadonlyMap<string, number>;
  readonly days: ReadonlyMap<string, number>;
}

/** Returns the start of a daily counter: that of the requested day, or of a later day that it has reached. */
const getDayStart = ({ days }: KeyCounters, keyId: string, day: Date): { start: number; stored: number } => {
  const stored = days.get(getDailyName(keyId)) ?? 0;
  const asked = Math.floor(day.getTime() / dayMs) * dayFactor;
  return { stored, start: Math.max(asked, stored - (stored % dayFactor)) };
};

/** Returns the units that a key has consumed in its month or on its day. */
export const getKeyCount = (counters: KeyCounters, { keyId, day }: Omit<KeyLimit, 'limit'>): number => {
  if (!day) return counters.keys.get(keyId) ?? 0;
  const { start, stored } = getDayStart(counters, keyId, day);
  return Math.max(0, stored - start);
};

/** Returns the last day on which a signing key consumed units, and how many; undefined if none in this month. */
export const getLastDay = (
  { days }: KeyCounters,
  keyId: string,
): { readonly day: Date; readonly used: number } | undefined => {
  const stored = days.get(getDailyName(keyId));
  if (stored === undefined) return undefined;
  return { day: new Date(Math.floor(stored / dayFactor) * dayMs), used: stored % dayFactor };
};

/** Parts of an update that also count the units of a key, on the condition that its limit holds. */
export interface KeyUpdate {
  readonly name: string;
  readonly sets: readonly string[];
  readonly adds: readonly string[];
  readonly condition: string;
  readonly values: Readonly<Record<string, number>>;
}

/** Returns the update of a counter `#key` by `:units`. */
export const getKeyUpdate = (counters: KeyCounters, units: number, { keyId, limit, day }: KeyLimit): KeyUpdate => {
  const adds = ['#key :units'];
  if (!day) {
    const condition = '(attribute_not_exists(#key) OR #key <= :keyHighest)';
    return { name: monthlyCounter + keyId, sets: [], adds, condition, values: { ':keyHighest': limit - units } };
  }
  const name = dailyCounter + getDailyName(keyId);
  const { start, stored } = getDayStart(counters, keyId, day);
  if (stored < start) {
    const condition = '(attribute_not_exists(#key) OR #key < :dayStart)';
    const values = { ':dayStart': start, ':dayCount': start + units };
    return { name, sets: ['#key = :dayCount'], adds: [], condition, values };
  }
  const values = { ':dayStart': start, ':keyHighest': start + limit - units };
  return { name, sets: [], adds, condition: '#key BETWEEN :dayStart AND :keyHighest', values };
};
