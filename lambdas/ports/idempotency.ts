import type { RouteId } from '../contract/routes.ts';

/** Names a taking and no other for a day or more. */
export interface Reservation {
  readonly name: string;
  /** What a ledger knew when the name was made, which shortens its search; none where the name may be older. */
  readonly mark?: string;
}

/** A request whose caller may send it again, as the keeper knows it. */
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
export interface KeptAnswer {
  readonly status: number;
  readonly body: string;
  /** When asking again can succeed, where the answer says so. */
  readonly retryAt?: Date;
}

/** One run of a keyed request: of all its runs the first one's moment and chance, so that each does the same. */
export interface KeyedRun {
  readonly startedAt: Date;
  readonly seed: Uint8Array;
  /** What its units are taken for. */
  readonly reservation: Reservation;
  /** Whether another run came before it, and ended without an answer. */
  readonly isRepeated: boolean;
  /** Keeps the answer unless there is one. @returns the answer that is kept. */
  keep(answer: KeptAnswer): Promise<KeptAnswer>;
  /** There is no answer: whoever asks again may begin at once. */
  release(signal: AbortSignal): Promise<void>;
}

export type Begun =
  | { readonly kind: 'run'; readonly run: KeyedRun }
  | { readonly kind: 'answered'; readonly answer: KeptAnswer }
  | { readonly kind: 'underWay' }
  | { readonly kind: 'otherBody' };

export interface IdempotencyKeeper {
  /** Begins a request that nobody is answering, or says why it does not begin. */
  begin(request: KeyedRequest, now: Date): Promise<Begun>;
}
