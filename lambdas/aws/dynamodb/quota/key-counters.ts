import { dayMs } from 'image-url-contract/days.ts';
import * as z from 'zod';
import type { KeyLimit } from '../../../ports/quotas.ts';

/*
 * Counters of keys with their own limit: attributes of the usage item, so that one write checks and counts both. A
 * daily counter is the day times `dayFactor` plus the count, so that one condition checks both.
 */

/** Larger than any daily limit. */
const dayFactor = 10_000_000_000;

/** Prefixes of the attributes. */
const monthlyCounter = 'key ';
const dailyCounter = 'day ';

/** Returns the name of a daily counter: only the random part of the signing key's id, to keep the item small. */
const getDailyName = (keyId: string): string => keyId.slice(keyId.lastIndexOf('-') + 1);

/** Returns the numeric attributes whose names have a prefix, by the rest of the name. */
const withPrefix = (attributes: Readonly<Record<string, unknown>>, prefix: string): ReadonlyMap<string, number> =>
  new Map(
    Object.entries(attributes)
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, count]) => [name.slice(prefix.length), z.number().parse(count)]),
  );

/**
 * Usage of an account in one month: its counters, monthly counts by API key, daily counters by signing key, and the
 * current segment with the tokens of the latest writes.
 */
export const usageItem = z
  .looseObject({
    mints: z.number().default(0),
    generations: z.number().default(0),
    /** Of the mints: first renders of on-demand URLs and site images. */
    onDemandRenders: z.number().default(0),
    segment: z.int().default(0),
    tokens: z.set(z.string()).default(() => new Set<string>()),
  })
  .transform(({ mints, generations, onDemandRenders, segment, tokens, ...others }) => {
    const [keys, days] = [withPrefix(others, monthlyCounter), withPrefix(others, dailyCounter)];
    return { mints, generations, onDemandRenders, segment, tokens, keys, days };
  });
export type Usage = z.output<typeof usageItem>;
type KeyCounters = Pick<Usage, 'keys' | 'days'>;

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

/** The parts of an update that also counts a key's units, on the condition that its limit holds. */
interface KeyUpdate {
  readonly sets: readonly string[];
  readonly adds: readonly string[];
  readonly condition: string;
  readonly names: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, number>>;
}

/** Returns the update that also counts `units` of a key. @param n distinguishes the keys of one update */
export const getKeyUpdate = (
  counters: KeyCounters,
  units: number,
  { keyId, limit, day }: KeyLimit,
  n: number,
): KeyUpdate => {
  const [name, highest, dayStart, dayCount] = [`#key${n}`, `:highest${n}`, `:dayStart${n}`, `:dayCount${n}`] as const;
  const added = { sets: [], adds: [`${name} :units`] };
  if (!day) {
    const condition = `(attribute_not_exists(${name}) OR ${name} <= ${highest})`;
    return { ...added, names: { [name]: monthlyCounter + keyId }, condition, values: { [highest]: limit - units } };
  }
  const names = { [name]: dailyCounter + getDailyName(keyId) };
  const { start, stored } = getDayStart(counters, keyId, day);
  if (stored < start) {
    const condition = `(attribute_not_exists(${name}) OR ${name} < ${dayStart})`;
    return {
      ...{ names, sets: [`${name} = ${dayCount}`], adds: [], condition },
      values: { [dayStart]: start, [dayCount]: start + units },
    };
  }
  const values = { [dayStart]: start, [highest]: start + limit - units };
  return { ...added, names, condition: `${name} BETWEEN ${dayStart} AND ${highest}`, values };
};
