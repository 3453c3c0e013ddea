import type { Readable } from 'node:stream';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { KeyedRun } from '../ports/idempotency.ts';
import type { QuotaState } from '../ports/quotas.ts';
import type { AccountRecord, KeyRecord, TemplateRecord } from '../ports/records.ts';

/** Results of the steps of a request; each one may read those of earlier ones. */
export interface Gathered {
  /** The body as JSON, before validation; absent if the route has no body. */
  rawBody?: { readonly json: unknown } | { readonly failure: Error } | undefined;
  now?: Date;
  caller?: AccountRecord;
  key?: KeyRecord;
  templates?: ReadonlyMap<string, TemplateRecord>;
  /** This run of a request with an `Idempotency-Key`. */
  run?: KeyedRun;
  /** When the request of this run arrived. */
  receivedAt?: Date;
  /** State of the quota, set once the use case has read it. */
  quota?: QuotaState;
  body?: unknown;
  /** Fields of the body that the route does not have, as warnings. */
  warnings?: readonly string[];
  query?: unknown;
  path?: unknown;
}

export type Incoming = APIGatewayProxyEvent & { call: Gathered };

/** Returns a header of a request. @param name in lower case */
export const getHeader = ({ headers }: Incoming, name: string): string | undefined =>
  Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1];

/** A response in Lambda's format. The body of a streamed response is a stream. */
export interface Outgoing {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  readonly body: string | Readable;
}
