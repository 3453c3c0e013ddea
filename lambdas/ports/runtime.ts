import type { MetricName } from '../config/metrics.ts';
import type { StageEngine } from '../core/engines/engines.ts';
import type { Plans } from '../core/quota/plans.ts';
import type { QuotaState, Reservation } from './quotas.ts';
import type { KeyRecord } from './records.ts';

/** Time, randomness, log, metrics and settings. */
export interface Runtime extends StageEngine {
  now(): Date;
  randomBytes(count: number): Uint8Array;
  /** Writes a line for operators; never keys, signatures, prompts or values of variables. */
  log(level: 'info' | 'warn' | 'error', message: string, details?: Readonly<Record<string, unknown>>): void;
  /** Set for a request with an `Idempotency-Key`: units with its reservation are consumed once, in whichever run. */
  readonly keyed?: {
    readonly reservation: Reservation;
    readonly isRepeated: boolean;
    /** When this run's request arrived; `now` is the moment of the first run. */
    readonly receivedAt: Date;
  };
  /** The API key of the request; absent where there is none. */
  readonly apiKey?: KeyRecord | undefined;
  /** Origin of the stage's studio, whose page calls the API; undefined without a studio. */
  readonly studioOrigin?: string | undefined;
  /** Plans that the stage adds to the usual ones or changes. @default none */
  readonly plans?: Plans | undefined;
  /** Adds the state of a quota to the headers of the response. */
  writeQuotaHeaders(state: QuotaState): void;
  /** Adds to metrics. The values of one call are written as one log line. */
  count(values: Readonly<Partial<Record<MetricName, number>>>): void;
}
