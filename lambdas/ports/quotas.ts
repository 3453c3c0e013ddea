import type { QuotaName } from '../contract/schemas/usage.ts';
import type { BillingPeriod } from '../core/quota/billing-period.ts';
import type { Reservation } from './idempotency.ts';
import type { AccountRecord, Walked } from './records.ts';

/** What came of asking for units. */
export interface Taking {
  /** Whether they were taken; if not, nothing was. */
  readonly isTaken: boolean;
  /** Units taken in the period by then, these among them. */
  readonly used: number;
}

/** Counts units of one kind against a month's allowance. */
export interface Ledger {
  /**
   * Takes `units` in one atomic step, or nothing when fewer are left. When it fails, nothing was taken and nothing will be,
   * unless the ledger cannot be reached at all.
   *
   * @param reservation for callers who may ask again: they find it taken.
   */
  take(
    account: string,
    period: BillingPeriod,
    units: number,
    limit: number,
    reservation?: Reservation,
  ): Promise<Taking>;
  /** Gives back what was taken: with a reservation once, however often it is asked, and nothing if nothing was taken. */
  giveBack(account: string, period: BillingPeriod, units: number, reservation?: Reservation): Promise<void>;
  /** Units taken in the period so far. */
  used(account: string, period: BillingPeriod): Promise<number>;
}

export interface UsageReader {
  /** Units of both kinds taken in the period so far. */
  find(account: string, period: BillingPeriod): Promise<{ readonly mints: number; readonly generations: number }>;
}

export interface AccountRoller {
  /** Accounts whose visible period ended at or before the moment. */
  due(moment: Date): AsyncIterable<Walked<AccountRecord>>;
  /** Changes an account if its period is still the one that was read. */
  roll(
    account: AccountRecord,
    change: Partial<Pick<AccountRecord, 'status' | 'periodStart' | 'periodEnd'>>,
  ): Promise<boolean>;
  /** Deletes usage of periods that began before the moment. */
  forgetUsage(accountId: string, before: Date): Promise<void>;
}

/** How much of a month's allowance is used, as it stands at the answer to a request. */
export interface QuotaState {
  readonly name: QuotaName;
  readonly limit: number;
  readonly used: number;
  /** When it begins at zero again. */
  readonly endsAt: Date;
}
