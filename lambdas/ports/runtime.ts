import type { StageEngine } from 'image-url-engine/engine.ts';
import type { MetricName } from '../config/metrics.ts';
import type { Plans } from '../domain/quota/plans.ts';
import type { Act } from '../domain/records/audit-records.ts';
import type { QuotaState, Reservation } from './quotas.ts';
import type { KeyRecord } from './records.ts';

/** Clock, randomness, log, metrics and settings. */
export interface Runtime extends StageEngine {
  now(): Date;
  randomBytes(count: number): Uint8Array;
  /** Writes a log line for operators; never keys, signatures, prompts or values of variables. */
  log(level: 'info' | 'warn' | 'error', message: string, details?: Readonly<Record<string, unknown>>): void;
  /** Set for a request with an `Idempotency-Key`: units with its reservation are consumed once in all runs. */
  readonly keyed?: {
    /** The `Idempotency-Key`. */
    readonly key: string;
    readonly reservation: Reservation;
    readonly isRepeated: boolean;
    /** When the request of this run arrived; `now` returns the time of the first run. */
    readonly receivedAt: Date;
  };
  /** The API key of the request; absent outside requests of the API. */
  readonly apiKey?: KeyRecord | undefined;
  /** Origin of the stage's studio, whose page calls the API; undefined without a studio. */
  readonly studioOrigin?: string | undefined;
  /** Whether images and pages of this machine are fetched, as in the local run. @default false */
  readonly hasLoopback?: boolean | undefined;
  /** Plans of the stage that extend or replace the default ones. @default none */
  readonly plans?: Plans | undefined;
  /**
   * Stores in the audit what a request or command is about to change. Called before the first write of it; outside
   * requests and commands it does nothing.
   *
   * @throws Error when it cannot be stored: then nothing may be changed
   */
  beginAct(act: Pick<Act, 'accountId' | 'subject' | 'changes'>): Promise<void>;
  /** Answers with the status `ok.again` of the route: what it would make was there before. */
  answerAgain(): void;
  /** Adds the state of a quota to the response headers. */
  writeQuotaHeaders(state: QuotaState): void;
  /** Adds to metrics. All values of a call are written in one log line. */
  count(values: Readonly<Partial<Record<MetricName, number>>>): void;
}
