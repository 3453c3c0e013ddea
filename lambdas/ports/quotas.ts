import type { QuotaName } from 'image-url-contract/schemas/usage.ts';
import type { BillingPeriod } from '../domain/quota/billing-period.ts';

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
  /** The limit that was reached, if it is not the account's. */
  readonly exceeded?: KeyLimit;
}

/** The limit of an API key, signing key or site, counted by the same write as the account's units. */
export interface KeyLimit {
  readonly keyId: string;
  /** What the limit is of, in messages. @default the API key of the request */
  readonly kind?: 'site' | 'signing key';
  readonly limit: number;
  /** Start of the UTC day of the limit. @default a limit of the billing month */
  readonly day?: Date;
}

/** A part of an account's mints that is counted on its own as well: first renders of on-demand URLs and site images. */
export type PartOfMints = 'onDemandRenders';

/**
 * Usage of an account in the latest month in which it consumed units. A store that is given it need not read: it writes
 * on condition that the usage is still the same, or looks again.
 */
export interface SeenUsage {
  readonly accountId: string;
  /** In ISO 8601; '' for an account without usage. */
  readonly periodStart: string;
  /** As the store reads it. */
  readonly usage: object;
}

/** Counts units of one kind against a month's quota. */
export interface QuotaStore {
  /**
   * Consumes `units` in one atomic step, or nothing if fewer are left. If it rejects, nothing was or will be consumed,
   * unless DynamoDB is unreachable.
   *
   * @param reservation of a request that may be repeated; its units are consumed once
   * @param keys further limits, each with a counter of its own. @default none
   * @param part counter that grows by the same units, without a limit. @default none
   * @param seen usage that this request has read. @default it is read here
   */
  consume(
    account: string,
    period: BillingPeriod,
    units: number,
    limit: number,
    reservation?: Reservation,
    keys?: readonly KeyLimit[],
    part?: PartOfMints,
    seen?: SeenUsage,
  ): Promise<Consumption>;
  /** Reads the usage of the latest month in which an account consumed units. */
  latest(account: string): Promise<SeenUsage>;
  /** Releases consumed units. With a reservation once, however often it is called. */
  release(account: string, period: BillingPeriod, units: number, reservation?: Reservation): Promise<void>;
  /**
   * Returns the units consumed in the period; with `key`, those that count against its limit.
   *
   * @param seen usage that this request has read. @default it is read here
   */
  used(account: string, period: BillingPeriod, key?: KeyLimit, seen?: SeenUsage): Promise<number>;
}

/** Usage of a month's quota at the time of a response. */
export interface QuotaState {
  readonly name: QuotaName;
  readonly limit: number;
  readonly used: number;
  readonly endsAt: Date;
}
