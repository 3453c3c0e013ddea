import type { QuotaName } from '../contract/schemas/usage.ts';
import type { BillingPeriod } from '../core/quota/billing-period.ts';

/** Identifies one consumption of quota for at least a day; its idempotency tokens are derived from the name. */
export interface Reservation {
  readonly name: string;
  /** Position of the quota store before the name was created; earlier segments are not searched. */
  readonly mark?: string;
}

/** Result of consuming quota: `granted` is false when the limit would be exceeded; `used` counts after this call. */
export interface Consumption {
  readonly granted: boolean;
  readonly used: number;
  /** Whether the limit that was reached is the key's. */
  readonly isKeyExceeded?: boolean;
}

/** The limit of one API key or signing key, counted by the same write as the account's units. */
export interface KeyLimit {
  readonly keyId: string;
  /** What the key stands for in messages. @default 'signing key' */
  readonly kind?: 'site';
  readonly limit: number;
  /** Start of the UTC day of the limit. @default a limit of the billing month */
  readonly day?: Date;
}

/** Counts units of one kind against a month's quota. */
export interface QuotaStore {
  /**
   * Consumes `units` in one atomic step, or nothing if fewer are left. If it rejects, nothing was or will be consumed,
   * unless DynamoDB is unreachable.
   *
   * @param reservation of a request that may be repeated; its units are consumed once
   * @param key a second limit, that of the key in use. @default none
   */
  consume(
    account: string,
    period: BillingPeriod,
    units: number,
    limit: number,
    reservation?: Reservation,
    key?: KeyLimit,
  ): Promise<Consumption>;
  /** Releases consumed units. With a reservation once, however often it is called. */
  release(account: string, period: BillingPeriod, units: number, reservation?: Reservation): Promise<void>;
  /** Returns the units consumed in the period; with `key`, those that count against its limit. */
  used(account: string, period: BillingPeriod, key?: KeyLimit): Promise<number>;
}

/** Usage of a month's quota at the time of a response. */
export interface QuotaState {
  readonly name: QuotaName;
  readonly limit: number;
  readonly used: number;
  /** When the quota resets. */
  readonly endsAt: Date;
}
