import { dayMs, startOfDay } from 'image-url-contract/days.ts';
import { failWithRetryAt, ServiceError } from 'image-url-contract/errors.ts';
import type { QuotaName } from 'image-url-contract/schemas/usage.ts';
import { formatThousands } from 'image-url-engine/words.ts';
import { type BillingPeriod, getBillingPeriod } from '../domain/quota/billing-period.ts';
import { getAllowance, toFiniteLimit } from '../domain/quota/plans.ts';
import type { Ports } from '../ports/ports.ts';
import type { KeyLimit, PartOfMints, QuotaStore, Reservation, SeenUsage } from '../ports/quotas.ts';
import type { AccountRecord, Limits, SiteRecord } from '../ports/records.ts';
import type { Runtime } from '../ports/runtime.ts';

/** Units of one kind that a request consumes. */
export interface WantedUnits {
  readonly quota: QuotaName;
  readonly units: number;
  /** Makes the consumption idempotent. @default none */
  readonly reservation?: Reservation | undefined;
  /** Limits of the API key, signing key or site, in addition to the account's. @default none */
  readonly keys?: readonly KeyLimit[] | undefined;
  /** Counted on its own as well. @default nothing */
  readonly part?: PartOfMints | undefined;
  /** Usage that this request has read. @default it is read when it is needed */
  readonly seen?: SeenUsage | undefined;
}

/**
 * Returns the billing month whose quota a request consumes: the one in which this request arrived, even if an earlier
 * run with the same `Idempotency-Key` was in another month.
 */
export const getQuotaPeriod = ({ anchor }: Pick<AccountRecord, 'anchor'>, runtime: Runtime): BillingPeriod =>
  getBillingPeriod(anchor, runtime.keyed?.receivedAt ?? runtime.now());

/** Returns the monthly limit of the request's API key; empty if it has none. */
export const getKeyLimits = ({ apiKey }: Pick<Runtime, 'apiKey'>): KeyLimit[] => {
  const { keyId, monthlyMints: limit } = apiKey ?? {};
  return keyId === undefined || limit === undefined ? [] : [{ keyId, limit }];
};

/** Returns the limits of a signing key or site: its own of a day, and that of the API key it counts against. */
export const getDelegatedLimits = (
  kind: NonNullable<KeyLimit['kind']>,
  keyId: string,
  { dailyRenders, monthlyMints, countsAgainst }: Limits & Pick<SiteRecord, 'dailyRenders'>,
  now: Date,
): KeyLimit[] => [
  ...(dailyRenders === undefined ? [] : [{ keyId, kind, limit: dailyRenders, day: startOfDay(now) }]),
  ...(monthlyMints === undefined || countsAgainst === undefined
    ? []
    : [{ keyId: countsAgainst, kind, limit: monthlyMints }]),
];

/** Returns the mints that a request consumes. */
export const getWantedMints = (runtime: Runtime, units: number, seen?: SeenUsage): WantedUnits => ({
  ...{ quota: 'mints', units, seen },
  reservation: runtime.keyed?.reservation,
  keys: getKeyLimits(runtime),
});

/** Returns whether an account has image mints left. */
export const hasUnits = async (
  usage: Ports['usage:read'],
  runtime: Runtime,
  caller: Pick<AccountRecord, 'accountId' | 'plan' | 'anchor'>,
): Promise<boolean> => {
  const { mints } = await usage.find(caller.accountId, getQuotaPeriod(caller, runtime));
  return mints < toFiniteLimit(getAllowance(caller.plan, runtime.plans).mints);
};

/** Rejects work of an account without mints left, before anything is fetched, stored or rendered. @throws QUOTA_EXCEEDED */
export const requireUnitsLeft = async (
  usage: Ports['usage:read'],
  runtime: Runtime,
  caller: AccountRecord,
): Promise<void> => {
  if (await hasUnits(usage, runtime, caller)) return;
  const { mints } = getAllowance(caller.plan, runtime.plans);
  throw quotaExceeded('mints', toFiniteLimit(mints), getQuotaPeriod(caller, runtime));
};

/** Returns the billing periods in which runs of this request may have consumed quota, that of its first run first. */
const getPeriods = (caller: AccountRecord, runtime: Runtime): BillingPeriod[] => {
  const [first, current] = [getBillingPeriod(caller.anchor, runtime.now()), getQuotaPeriod(caller, runtime)];
  return first.start < current.start ? [first, current] : [current];
};

/** Returns the period in which an earlier run of a request consumed these units; undefined if none did. */
const findEarlierPeriod = async (
  store: QuotaStore,
  runtime: Runtime,
  caller: AccountRecord,
  { units, reservation }: WantedUnits,
): Promise<BillingPeriod | undefined> => {
  if (!reservation || !runtime.keyed?.isRepeated) return undefined;
  for (const period of getPeriods(caller, runtime)) {
    // with a limit of -1, only an earlier consumption of this reservation is granted
    const { granted } = await store.consume(caller.accountId, period, units, -1, reservation);
    if (granted) return period;
  }
  return undefined;
};

const quotaExceeded = (quota: QuotaName, limit: number, { end }: BillingPeriod): ServiceError =>
  quota === 'mints'
    ? failWithRetryAt(end, 'QUOTA_EXCEEDED', { unit: 'mint', limit })
    : failWithRetryAt(end, 'QUOTA_EXCEEDED', { unit: 'generation' });

const keyExceeded = ({ limit, day, kind }: KeyLimit, { end }: BillingPeriod): ServiceError => {
  if (!day && !kind) return failWithRetryAt(end, 'KEY_LIMIT_EXCEEDED', { limit });
  const most = formatThousands(limit);
  return new ServiceError('QUOTA_EXCEEDED', [{ unit: 'mint', limit }], {
    retryAt: day ? new Date(day.getTime() + dayMs) : end,
    detail: day
      ? `This ${kind} renders ${most} new images a day; they are used up.`
      : `The ${most} image mints in a month of the API key that created this ${kind} are used up.`,
  });
};

/**
 * Rejects a request for which too few units are left, before anything is stored, rendered or fetched for it.
 *
 * @throws KEY_LIMIT_EXCEEDED for the key's monthly limit; QUOTA_EXCEEDED for its daily limit and the account's
 */
export const requireUnits = async (
  store: QuotaStore,
  runtime: Runtime,
  caller: AccountRecord,
  wanted: WantedUnits,
): Promise<void> => {
  const period = getQuotaPeriod(caller, runtime);
  // an earlier run may have consumed them
  for (const key of runtime.keyed?.isRepeated ? [] : (wanted.keys ?? [])) {
    const used = await store.used(caller.accountId, period, key, wanted.seen);
    if (used + wanted.units > key.limit) throw keyExceeded(key, period);
  }
  const limit = getAllowance(caller.plan, runtime.plans)[wanted.quota];
  if (limit === null) return;
  const used = await store.used(caller.accountId, period, undefined, wanted.seen);
  runtime.writeQuotaHeaders({ name: wanted.quota, limit, used, endsAt: period.end });
  if (used + wanted.units <= limit || (await findEarlierPeriod(store, runtime, caller, wanted))) return;
  throw quotaExceeded(wanted.quota, limit, period);
};

/**
 * Consumes units of the current billing month, once per reservation. If an earlier run consumed them in the previous
 * month, nothing is consumed and that month is returned.
 *
 * @returns the billing month in which the units were consumed
 * @throws KEY_LIMIT_EXCEEDED, QUOTA_EXCEEDED, with nothing consumed, when too few units are left
 */
export const consumeUnits = async (
  store: QuotaStore,
  runtime: Runtime,
  caller: AccountRecord,
  wanted: WantedUnits,
): Promise<BillingPeriod> => {
  const { quota, units, reservation, keys, part, seen } = wanted;
  const period = getQuotaPeriod(caller, runtime);
  const limit = getAllowance(caller.plan, runtime.plans)[quota];
  const earlier = await findEarlierPeriod(store, runtime, caller, wanted);
  if (earlier && earlier.start < period.start) return earlier;
  const most = toFiniteLimit(limit);
  const consumption = await store.consume(caller.accountId, period, units, most, reservation, keys, part, seen);
  const { granted, used, exceeded } = consumption;
  // a generation has already sent its headers
  if (quota === 'mints' && limit !== null) runtime.writeQuotaHeaders({ name: quota, limit, used, endsAt: period.end });
  if (exceeded) throw keyExceeded(exceeded, period);
  if (!granted) throw quotaExceeded(quota, most, period);
  return period;
};
