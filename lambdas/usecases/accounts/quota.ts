import { failUntil, ServiceError } from '../../contract/errors.ts';
import type { QuotaName } from '../../contract/schemas/usage.ts';
import { inThousands } from '../../contract/thousands.ts';
import { dayMs } from '../../core/days.ts';
import { type BillingPeriod, billingPeriod } from '../../core/quota/billing-period.ts';
import { countable, getAllowance } from '../../core/quota/plans.ts';
import type { Ports } from '../../ports/ports.ts';
import type { KeyLimit, QuotaStore, Reservation } from '../../ports/quotas.ts';
import type { AccountRecord } from '../../ports/records.ts';
import type { Runtime } from '../../ports/runtime.ts';

/** Units of one kind that a request wants to consume. */
export interface WantedUnits {
  readonly quota: QuotaName;
  readonly units: number;
  /** Identifies the consumption, so that a repeated request consumes once. @default none */
  readonly reservation?: Reservation | undefined;
  /** The limit of the API key or signing key they are consumed with, besides the account's. @default none */
  readonly key?: KeyLimit | undefined;
}

/**
 * Returns the billing month whose quota a request consumes: the month in which this request arrived, even if an earlier
 * run with the same `Idempotency-Key` was in another month.
 */
export const quotaPeriod = ({ anchor }: Pick<AccountRecord, 'anchor'>, runtime: Runtime): BillingPeriod =>
  billingPeriod(anchor, runtime.keyed?.receivedAt ?? runtime.now());

/** Returns the limit of the API key of a request; undefined for a key without one. */
export const getKeyLimit = ({ apiKey }: Pick<Runtime, 'apiKey'>): KeyLimit | undefined => {
  const { keyId, monthlyMints: limit } = apiKey ?? {};
  return keyId === undefined || limit === undefined ? undefined : { keyId, limit };
};

/** Returns the mints that a request wants to consume. */
export const getWantedMints = (runtime: Runtime, units: number): WantedUnits => ({
  quota: 'mints',
  units,
  reservation: runtime.keyed?.reservation,
  key: getKeyLimit(runtime),
});

/** Whether an account has image mints left. */
export const hasUnits = async (
  usage: Ports['usage:read'],
  runtime: Runtime,
  caller: Pick<AccountRecord, 'accountId' | 'plan' | 'anchor'>,
): Promise<boolean> => {
  const { mints } = await usage.find(caller.accountId, quotaPeriod(caller, runtime));
  return mints < countable(getAllowance(caller.plan, runtime.plans).mints);
};

/** The billing periods in which runs of this request may have consumed quota, that of its first run first. */
const getPeriods = (caller: AccountRecord, runtime: Runtime): BillingPeriod[] => {
  const [first, current] = [billingPeriod(caller.anchor, runtime.now()), quotaPeriod(caller, runtime)];
  return first.start < current.start ? [first, current] : [current];
};

/** The period in which an earlier run of a keyed request consumed these units; undefined when none did. */
const consumedBefore = async (
  store: QuotaStore,
  runtime: Runtime,
  caller: AccountRecord,
  { units, reservation }: WantedUnits,
): Promise<BillingPeriod | undefined> => {
  if (!reservation || !runtime.keyed?.isRepeated) return undefined;
  for (const period of getPeriods(caller, runtime)) {
    // a limit of -1 grants nothing new: only an earlier consumption of this reservation is found
    const { granted } = await store.consume(caller.accountId, period, units, -1, reservation);
    if (granted) return period;
  }
  return undefined;
};

const quotaExceeded = (quota: QuotaName, limit: number, { end }: BillingPeriod): ServiceError =>
  quota === 'mints'
    ? failUntil(end, 'QUOTA_EXCEEDED', { unit: 'mint', limit })
    : failUntil(end, 'QUOTA_EXCEEDED', { unit: 'generation' });

const keyExceeded = ({ limit, day }: KeyLimit, { end }: BillingPeriod): ServiceError =>
  day
    ? new ServiceError('QUOTA_EXCEEDED', [{ unit: 'mint', limit }], {
        retryAt: new Date(day.getTime() + dayMs),
        detail: `This signing key renders ${inThousands(limit)} new images a day; they are used up.`,
      })
    : failUntil(end, 'KEY_LIMIT_EXCEEDED', { limit });

/**
 * Refuses a request whose units are not there, before anything is stored, rendered, fetched or asked for it.
 *
 * @throws KEY_LIMIT_EXCEEDED for a monthly limit of the key; QUOTA_EXCEEDED for its daily limit, and for the account's.
 */
export const requireUnits = async (
  store: QuotaStore,
  runtime: Runtime,
  caller: AccountRecord,
  wanted: WantedUnits,
): Promise<void> => {
  const period = quotaPeriod(caller, runtime);
  const { key } = wanted;
  // an earlier run may have consumed them already
  if (key && !runtime.keyed?.isRepeated) {
    const used = await store.used(caller.accountId, period, key);
    if (used + wanted.units > key.limit) throw keyExceeded(key, period);
  }
  const limit = getAllowance(caller.plan, runtime.plans)[wanted.quota];
  if (limit === null) return;
  const used = await store.used(caller.accountId, period);
  runtime.writeQuotaHeaders({ name: wanted.quota, limit, used, endsAt: period.end });
  if (used + wanted.units <= limit || (await consumedBefore(store, runtime, caller, wanted))) return;
  throw quotaExceeded(wanted.quota, limit, period);
};

/**
 * Consumes units of the current billing month, once per reservation. If an earlier run consumed them in the month
 * before, nothing is consumed and that month is returned.
 *
 * @returns the billing month in which the units were consumed.
 * @throws KEY_LIMIT_EXCEEDED, QUOTA_EXCEEDED, with nothing consumed, when too few units are left.
 */
export const consumeUnits = async (
  store: QuotaStore,
  runtime: Runtime,
  caller: AccountRecord,
  wanted: WantedUnits,
): Promise<BillingPeriod> => {
  const { quota, units, reservation, key } = wanted;
  const period = quotaPeriod(caller, runtime);
  const limit = getAllowance(caller.plan, runtime.plans)[quota];
  const earlier = await consumedBefore(store, runtime, caller, wanted);
  if (earlier && earlier.start < period.start) return earlier;
  const consumption = await store.consume(caller.accountId, period, units, countable(limit), reservation, key);
  const { granted, used, isKeyExceeded } = consumption;
  // a generation has already sent its headers
  if (quota === 'mints' && limit !== null) runtime.writeQuotaHeaders({ name: quota, limit, used, endsAt: period.end });
  if (key && isKeyExceeded) throw keyExceeded(key, period);
  if (!granted) throw quotaExceeded(quota, countable(limit), period);
  return period;
};
