import type { Readable } from 'node:stream';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { KeyedRun } from '../ports/idempotency.ts';
import type { QuotaState } from '../ports/quotas.ts';
import type { AccountRecord, KeyRecord, TemplateRecord } from '../ports/records.ts';

/** Results of the middlewares; each one may read those of earlier ones. */
export interface Gathered {
  /** The body as JSON, before any schema; absent when there is no body to read. */
  rawBody?: { readonly json: unknown } | { readonly failure: Error };
  now?: Date;
  caller?: AccountRecord;
  key?: KeyRecord;
  templates?: ReadonlyMap<string, TemplateRecord>;
  /** This run of a request with an `Idempotency-Key`. */
  run?: KeyedRun;
  /** When the request of this run arrived. */
  receivedAt?: Date;
  /** State of the quota, set when the use case has read it. */
  quota?: QuotaState;
  body?: unknown;
  query?: unknown;
  path?: unknown;
}

export type Incoming = APIGatewayProxyEvent & { call: Gathered };

/** Returns a header of a request. @param name in lower case */
export const getHeader = ({ headers }: Incoming, name: string): string | undefined =>
  Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1];

/** An answer as Lambda takes it; one that is streamed has a stream for its body. */
export interface Outgoing {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  readonly body: string | Readable;
}
