import type { MetricName } from '../config/metrics.ts';
import type { StageEngine } from '../core/engines/engines.ts';
import type { Plans } from '../core/quota/plans.ts';
import type { Reservation } from './idempotency.ts';
import type { QuotaState } from './quotas.ts';
import type { KeyRecord } from './records.ts';

/** Everything else from outside: time, chance and the log. */
export interface Runtime extends StageEngine {
  now(): Date;
  randomBytes(count: number): Uint8Array;
  /** Writes a line for operators; never keys, signatures, prompts or values of variables. */
  log(level: 'info' | 'warn' | 'error', message: string, details?: Readonly<Record<string, unknown>>): void;
  /** Of a request whose caller may send it again: what is taken for its reservation is taken once, in whatever run. */
  readonly keyed?: {
    readonly reservation: Reservation;
    readonly isRepeated: boolean;
    /** When this run's request arrived; `now` is the moment of the first run. */
    readonly receivedAt: Date;
  };
  /** The API key of the request; absent where there is none. */
  readonly apiKey?: KeyRecord | undefined;
  /** Of the stage's studio, whose page calls the API from there; undefined where there is none. */
  readonly studioOrigin?: string | undefined;
  /** Plans that the stage adds to the usual ones or changes. @default none */
  readonly plans?: Plans | undefined;
  /** Has the answer say how much of a quota is left. */
  writeQuotaHeaders(state: QuotaState): void;
  /** Adds to metrics. Values given together become one line of the log. */
  count(values: Readonly<Partial<Record<MetricName, number>>>): void;
}
