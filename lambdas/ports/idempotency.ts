import type { Reservation } from './quotas.ts';

export interface StoredResponse {
  readonly status: number;
  readonly body: string;
  /** When a new request can succeed; absent if the response has no `Retry-After`. */
  readonly retryAt?: Date;
}

/**
 * One run of a request with an `Idempotency-Key`. All runs use the time and the random seed of the first one, so that
 * each does the same.
 */
export interface KeyedRun {
  readonly startedAt: Date;
  readonly seed: Uint8Array;
  /** Identifies the units that it consumes. */
  readonly reservation: Reservation;
  /** Whether an earlier run ended without a response. */
  readonly isRepeated: boolean;
  /** Stores the response unless one is stored already. @returns the stored response */
  store(answer: StoredResponse): Promise<StoredResponse>;
  /** Ends the run without a response, so that a repeated request can start immediately. */
  release(signal: AbortSignal): Promise<void>;
}
