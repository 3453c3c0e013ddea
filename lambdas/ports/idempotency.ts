import type { RouteId } from '../contract/routes.ts';

/** Names one consumption of quota and no other for a day or more: its idempotency tokens are derived from the name. */
export interface Reservation {
  readonly name: string;
  /** Where the quota store was before the name was created, so that earlier segments are not searched; absent if unknown. */
  readonly mark?: string;
}

/** A request whose caller may send it again, as the store knows it. */
export interface KeyedRequest {
  readonly accountId: string;
  readonly route: RouteId;
  readonly key: string;
  /** Hash of the body's meaning. */
  readonly body: string;
  /** When whoever answers it has ended, whatever happens. */
  readonly endsAt: Date;
}

/** An answer as it is kept. */
export interface CachedAnswer {
  readonly status: number;
  readonly body: string;
  /** When asking again can succeed, where the answer says so. */
  readonly retryAt?: Date;
}

/** One run of a keyed request: of all its runs the first one's moment and chance, so that each does the same. */
export interface KeyedRun {
  readonly startedAt: Date;
  readonly seed: Uint8Array;
  /** What its units are consumed for. */
  readonly reservation: Reservation;
  /** Whether another run came before it, and ended without an answer. */
  readonly isRepeated: boolean;
  /** Keeps the answer unless there is one. @returns the answer that is kept. */
  store(answer: CachedAnswer): Promise<CachedAnswer>;
  /** There is no answer: whoever asks again may begin at once. */
  release(signal: AbortSignal): Promise<void>;
}

export type Begun =
  | { readonly kind: 'run'; readonly run: KeyedRun }
  | { readonly kind: 'answered'; readonly answer: CachedAnswer }
  | { readonly kind: 'underWay' }
  | { readonly kind: 'otherBody' };

export interface IdempotencyStore {
  /** Begins a request that nobody is answering, or says why it does not begin. */
  begin(request: KeyedRequest, now: Date): Promise<Begun>;
}
