import { failWithRetryAt, ServiceError } from '../../contract/errors.ts';
import type { QuotaName } from '../../contract/schemas/usage.ts';
import { formatThousands } from '../../contract/thousands.ts';
import { dayMs } from '../../core/days.ts';
import { type BillingPeriod, getBillingPeriod } from '../../core/quota/billing-period.ts';
import { getAllowance, toFiniteLimit } from '../../core/quota/plans.ts';
import type { Ports } from '../../ports/ports.ts';
import type { KeyLimit, QuotaStore, Reservation } from '../../ports/quotas.ts';
import type { AccountRecord } from '../../ports/records.ts';
import type { Runtime } from '../../ports/runtime.ts';

/** Units of one kind that a request consumes. */
export interface WantedUnits {
  readonly quota: QuotaName;
  readonly units: number;
  /** Makes the consumption idempotent. @default none */
  readonly reservation?: Reservation | undefined;
  /** The limit of the API key or signing key, in addition to the account's. @default none */
  readonly key?: KeyLimit | undefined;
}

/**
 * Returns the billing month whose quota a request consumes: the one in which this request arrived, even if an earlier
 * run with the same `Idempotency-Key` was in another month.
 */
export const getQuotaPeriod = ({ anchor }: Pick<AccountRecord, 'anchor'>, runtime: Runtime): BillingPeriod =>
  getBillingPeriod(anchor, runtime.keyed?.receivedAt ?? runtime.now());

/** Returns the monthly limit of the request's API key; undefined if it has none. */
export const getKeyLimit = ({ apiKey }: Pick<Runtime, 'apiKey'>): KeyLimit | undefined => {
  const { keyId, monthlyMints: limit } = apiKey ?? {};
  return keyId === undefined || limit === undefined ? undefined : { keyId, limit };
};

/** Returns the mints that a request consumes. */
export const getWantedMints = (runtime: Runtime, units: number): WantedUnits => ({
  quota: 'mints',
  units,
  reservation: runtime.keyed?.reservation,
  key: getKeyLimit(runtime),
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

const keyExceeded = ({ limit, day, kind }: KeyLimit, { end }: BillingPeriod): ServiceError =>
  day
    ? new ServiceError('QUOTA_EXCEEDED', [{ unit: 'mint', limit }], {
        retryAt: new Date(day.getTime() + dayMs),
        detail: `This ${kind ?? 'signing key'} renders ${formatThousands(limit)} new images a day; they are used up.`,
      })
    : failWithRetryAt(end, 'KEY_LIMIT_EXCEEDED', { limit });

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
  const { key } = wanted;
  // an earlier run may have consumed them
  if (key && !runtime.keyed?.isRepeated) {
    const used = await store.used(caller.accountId, period, key);
    if (used + wanted.units > key.limit) throw keyExceeded(key, period);
  }
  const limit = getAllowance(caller.plan, runtime.plans)[wanted.quota];
  if (limit === null) return;
  const used = await store.used(caller.accountId, period);
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
  const { quota, units, reservation, key } = wanted;
  const period = getQuotaPeriod(caller, runtime);
  const limit = getAllowance(caller.plan, runtime.plans)[quota];
  const earlier = await findEarlierPeriod(store, runtime, caller, wanted);
  if (earlier && earlier.start < period.start) return earlier;
  const consumption = await store.consume(caller.accountId, period, units, toFiniteLimit(limit), reservation, key);
  const { granted, used, isKeyExceeded } = consumption;
  // a generation has already sent its headers
  if (quota === 'mints' && limit !== null) runtime.writeQuotaHeaders({ name: quota, limit, used, endsAt: period.end });
  if (key && isKeyExceeded) throw keyExceeded(key, period);
  if (!granted) throw quotaExceeded(quota, toFiniteLimit(limit), period);
  return period;
};
