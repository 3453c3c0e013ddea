import type { QuotaName } from '../contract/schemas/usage.ts';
import type { BillingPeriod } from '../core/quota/billing-period.ts';

/** Identifies one consumption of quota for at least a day: its idempotency tokens are derived from the name. */
export interface Reservation {
  readonly name: string;
  /** Where the quota store was before the name was created, so that earlier segments are not searched; absent if unknown. */
  readonly mark?: string;
}

/** Result of consuming quota: `granted` is false when the period's limit would be exceeded; `used` counts after this call. */
export interface Consumption {
  readonly granted: boolean;
  readonly used: number;
  /** The limit that was reached is that of the key. */
  readonly isKeyExceeded?: boolean;
}

/** The limit of one API key or signing key, counted by the same write as the account's units. */
export interface KeyLimit {
  readonly keyId: string;
  readonly limit: number;
  /** Start of the UTC day for which it is; the count also begins anew with a billing month. @default it is for the billing month */
  readonly day?: Date;
}

/** Counts units of one kind against a month's quota. */
export interface QuotaStore {
  /**
   * Consumes `units` in one atomic step, or nothing when fewer are left. When it throws, nothing was consumed and nothing will be,
   * unless DynamoDB cannot be reached at all.
   *
   * @param reservation of a request that may be repeated: its units are consumed once.
   * @param key a second limit, of the key that is used. @default none
   */
  consume(
    account: string,
    period: BillingPeriod,
    units: number,
    limit: number,
    reservation?: Reservation,
    key?: KeyLimit,
  ): Promise<Consumption>;
  /** Releases consumed units: with a reservation once, however often it is called, and nothing if nothing was consumed. */
  release(account: string, period: BillingPeriod, units: number, reservation?: Reservation): Promise<void>;
  /** Returns the units consumed in the period so far; with `key` those that count against its limit. */
  used(account: string, period: BillingPeriod, key?: KeyLimit): Promise<number>;
}

/** Usage of a month's quota at the time of a response. */
export interface QuotaState {
  readonly name: QuotaName;
  readonly limit: number;
  readonly used: number;
  /** When the quota is reset. */
  readonly endsAt: Date;
}
