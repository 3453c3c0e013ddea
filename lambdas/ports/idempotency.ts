import type { RouteId } from '../contract/routes.ts';

/** Identifies one consumption of quota for at least a day: its idempotency tokens are derived from the name. */
export interface Reservation {
  readonly name: string;
  /** Where the quota store was before the name was created, so that earlier segments are not searched; absent if unknown. */
  readonly mark?: string;
}

/** A request with an `Idempotency-Key`. */
export interface KeyedRequest {
  readonly accountId: string;
  readonly route: RouteId;
  readonly key: string;
  /** Hash of the body, independent of the order of its fields. */
  readonly body: string;
  /** When the run that answers the request has ended at the latest. */
  readonly endsAt: Date;
}

/** A stored response. */
export interface CachedAnswer {
  readonly status: number;
  readonly body: string;
  /** When a new request can succeed; absent if the response does not say. */
  readonly retryAt?: Date;
}

/**
 * One run of a request with an `Idempotency-Key`. All runs have the time and the random seed of the first one, so that
 * each does the same.
 */
export interface KeyedRun {
  readonly startedAt: Date;
  readonly seed: Uint8Array;
  /** Identifies the units that it consumes. */
  readonly reservation: Reservation;
  /** Whether an earlier run ended without a response. */
  readonly isRepeated: boolean;
  /** Stores the response unless there is one already. @returns the stored response */
  store(answer: CachedAnswer): Promise<CachedAnswer>;
  /** Ends the run without a response, so that a repeated request can start immediately. */
  release(signal: AbortSignal): Promise<void>;
}

export type Begun =
  | { readonly kind: 'run'; readonly run: KeyedRun }
  | { readonly kind: 'answered'; readonly answer: CachedAnswer }
  | { readonly kind: 'underWay' }
  | { readonly kind: 'otherBody' };

export interface IdempotencyStore {
  /** Starts a run of a request. Returns the stored response if there is one, or why the run cannot start. */
  begin(request: KeyedRequest, now: Date): Promise<Begun>;
}
