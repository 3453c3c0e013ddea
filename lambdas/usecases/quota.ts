import { failUntil, type ServiceError } from '../contract/errors.ts';
import type { QuotaName } from '../contract/schemas/usage.ts';
import { type BillingPeriod, billingPeriod } from '../core/quota/billing-period.ts';
import { allowanceOf, countable } from '../core/quota/plans.ts';
import type { Reservation } from '../ports/idempotency.ts';
import type { Ledger, UsageReader } from '../ports/quotas.ts';
import type { AccountRecord } from '../ports/records.ts';
import type { Runtime } from '../ports/runtime.ts';

/** Units of one kind that a request wants to consume. */
export interface WantedUnits {
  readonly quota: QuotaName;
  readonly units: number;
  /** Names the consumption for callers who may send the request again. @default none */
  readonly reservation?: Reservation | undefined;
}

/** The month whose quota a request consumes: that of the moment it arrives, whenever its first run was. */
export const quotaPeriod = ({ anchor }: Pick<AccountRecord, 'anchor'>, runtime: Runtime): BillingPeriod =>
  billingPeriod(anchor, runtime.keyed?.receivedAt ?? runtime.now());

/** Whether an account has image mints left. */
export const hasUnits = async (
  usage: UsageReader,
  runtime: Runtime,
  caller: Pick<AccountRecord, 'accountId' | 'plan' | 'anchor'>,
): Promise<boolean> => {
  const { mints } = await usage.find(caller.accountId, quotaPeriod(caller, runtime));
  return mints < countable(allowanceOf(caller.plan, runtime.plans).mints);
};

/** The billing periods in which runs of this request may have consumed quota, that of its first run first. */
const periodsOf = (caller: AccountRecord, runtime: Runtime): BillingPeriod[] => {
  const [first, current] = [billingPeriod(caller.anchor, runtime.now()), quotaPeriod(caller, runtime)];
  return first.start < current.start ? [first, current] : [current];
};

/** The period in which an earlier run of a keyed request consumed these units; undefined when none did. */
const consumedBefore = async (
  ledger: Ledger,
  runtime: Runtime,
  caller: AccountRecord,
  { units, reservation }: WantedUnits,
): Promise<BillingPeriod | undefined> => {
  if (!reservation || !runtime.keyed?.isRepeated) return undefined;
  for (const period of periodsOf(caller, runtime)) {
    // below zero nothing can be consumed: only what was consumed already is found
    const { isTaken } = await ledger.take(caller.accountId, period, units, -1, reservation);
    if (isTaken) return period;
  }
  return undefined;
};

const quotaExceeded = (quota: QuotaName, limit: number, { end }: BillingPeriod): ServiceError =>
  quota === 'mints'
    ? failUntil(end, 'QUOTA_EXCEEDED', { unit: 'mint', limit })
    : failUntil(end, 'QUOTA_EXCEEDED', { unit: 'generation' });

/**
 * Refuses a request whose units are not there, before anything is stored, drawn, fetched or asked for it.
 *
 * @throws QUOTA_EXCEEDED.
 */
export const requireUnits = async (
  ledger: Ledger,
  runtime: Runtime,
  caller: AccountRecord,
  wanted: WantedUnits,
): Promise<void> => {
  const period = quotaPeriod(caller, runtime);
  const limit = allowanceOf(caller.plan, runtime.plans)[wanted.quota];
  if (limit === null) return;
  const used = await ledger.used(caller.accountId, period);
  runtime.tellQuota({ name: wanted.quota, limit, used, endsAt: period.end });
  if (used + wanted.units <= limit || (await consumedBefore(ledger, runtime, caller, wanted))) return;
  throw quotaExceeded(wanted.quota, limit, period);
};

/**
 * Consumes units, once for each reservation in whatever month.
 *
 * @returns the period whose quota holds them.
 * @throws QUOTA_EXCEEDED, with nothing consumed, when fewer are left.
 */
export const consumeUnits = async (
  ledger: Ledger,
  runtime: Runtime,
  caller: AccountRecord,
  wanted: WantedUnits,
): Promise<BillingPeriod> => {
  const { quota, units, reservation } = wanted;
  const period = quotaPeriod(caller, runtime);
  const limit = allowanceOf(caller.plan, runtime.plans)[quota];
  const earlier = await consumedBefore(ledger, runtime, caller, wanted);
  if (earlier && earlier.start < period.start) return earlier;
  const { isTaken, used } = await ledger.take(caller.accountId, period, units, countable(limit), reservation);
  // headers of a generation went out before its items were begun
  if (quota === 'mints' && limit !== null) runtime.tellQuota({ name: quota, limit, used, endsAt: period.end });
  if (!isTaken) throw quotaExceeded(quota, countable(limit), period);
  return period;
};
