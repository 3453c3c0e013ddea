import type { Readable } from 'node:stream';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { SeenUsage } from '../ports/quotas.ts';
import type { AccountRecord, FontRecord, KeyRecord, TemplateRecord } from '../ports/records.ts';

/** A proxy event of API Gateway; its console sends none of the headers, as null, if a test names none. */
export type Incoming = Omit<APIGatewayProxyEvent, 'headers'> & {
  readonly headers: APIGatewayProxyEvent['headers'] | null;
};

/** The body as JSON before validation, or why it is none; undefined if the route has no body. */
export type RawBody = { readonly json: unknown } | { readonly failure: Error } | undefined;

/** Who sends a request, and the templates whose ids it contains. */
export interface Authenticated {
  readonly now: Date;
  readonly caller: AccountRecord;
  readonly key: KeyRecord;
  readonly templates: ReadonlyMap<string, TemplateRecord>;
  readonly fonts: readonly FontRecord[];
  readonly usage?: SeenUsage | undefined;
}

/** Returns a header of a request. @param name in lower case */
export const getHeader = ({ headers }: Incoming, name: string): string | undefined =>
  Object.entries(headers ?? {}).find(([given]) => given.toLowerCase() === name)?.[1];

/** A response in Lambda's format. The body of a streamed response is a stream. */
export interface Outgoing {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  readonly body: string | Readable;
}
