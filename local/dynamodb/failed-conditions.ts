import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';

/** Returns a request with its body, in the form that dynalite reads. */
export const wholeRequest = (
  { method, url, headers }: { method: string; url: string; headers: IncomingHttpHeaders },
  body: Buffer,
): IncomingMessage =>
  Object.assign(Readable.from(body.length > 0 ? [body] : []), { method, url, headers }) as unknown as IncomingMessage;

/** Returns dynalite's response to a request, as JSON. */
export const ask = (inner: RequestListener, headers: IncomingHttpHeaders, operation: string, input: object) => {
  const answered = Promise.withResolvers<Record<string, unknown>>();
  const response = { setHeader: () => undefined, end: (text: string) => answered.resolve(JSON.parse(text)) };
  const target = { ...headers, 'x-amz-target': `DynamoDB_20120810.${operation}` };
  const request = wholeRequest({ method: 'POST', url: '/', headers: target }, Buffer.from(JSON.stringify(input)));
  inner(request, response as unknown as ServerResponse);
  return answered.promise;
};

interface Update {
  readonly TableName?: string;
  readonly Key?: object;
  readonly ReturnValuesOnConditionCheckFailure?: string;
}

/** Adds the item to the response of an update whose condition failed, if the client requests it; dynalite omits it. */
export const reportItem = (
  inner: RequestListener,
  headers: IncomingHttpHeaders,
  body: Buffer,
  response: ServerResponse,
): void => {
  if (!body.includes('ReturnValuesOnConditionCheckFailure')) return;
  const { TableName, Key, ReturnValuesOnConditionCheckFailure: wanted }: Update = JSON.parse(body.toString('utf8'));
  if (wanted !== 'ALL_OLD' || Key === undefined) return;
  const end = response.end.bind(response) as (text: string) => ServerResponse;
  const endWithItem = (text: string): ServerResponse => {
    if (!text.includes('ConditionalCheckFailedException')) return end(text);
    void ask(inner, headers, 'GetItem', { TableName, Key, ConsistentRead: true }).then(({ Item }) => {
      const whole = JSON.stringify({ ...JSON.parse(text), ...(Item !== undefined && { Item }) });
      response.setHeader('Content-Length', Buffer.byteLength(whole));
      response.removeHeader('x-amz-crc32');
      end(whole);
    });
    return response;
  };
  Object.assign(response, { end: endWithItem });
};
