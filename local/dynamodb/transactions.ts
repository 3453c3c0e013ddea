import type { IncomingHttpHeaders, RequestListener, ServerResponse } from 'node:http';
import { ask } from './failed-conditions.ts';

type Operation = 'Put' | 'Update' | 'Delete' | 'ConditionCheck';
type TransactItem = Readonly<Partial<Record<Operation, Readonly<Record<string, unknown>>>>>;

const names = { Put: 'PutItem', Update: 'UpdateItem', Delete: 'DeleteItem' } as const;

/** Transactions wait for each other, so that none sees half of another. */
let last: Promise<unknown> = Promise.resolve();

const run = async (inner: RequestListener, headers: IncomingHttpHeaders, items: readonly TransactItem[]) => {
  for (const [n, item] of items.entries()) {
    const [[operation, input] = ['Put' as const, {}]] = Object.entries(item) as [keyof typeof names, object][];
    const answer = await ask(inner, headers, names[operation], input);
    if (answer.__type === undefined) continue;
    if (n > 0) throw new Error('The emulator of transactions has conditions in the first item only.');
    const Code = String(answer.__type).includes('ConditionalCheckFailed')
      ? 'ConditionalCheckFailed'
      : 'ValidationError';
    return items.map((_, index) => (index === 0 ? { Code, Message: String(answer.message) } : { Code: 'None' }));
  }
  return undefined;
};

/**
 * Handles `TransactWriteItems`, which dynalite has not: one item after another, those with a condition first. A process
 * that is killed meanwhile leaves a part of them, unlike DynamoDB.
 *
 * @returns false for every other request
 */
export const handleTransaction = (
  inner: RequestListener,
  headers: IncomingHttpHeaders,
  body: Buffer,
  response: ServerResponse,
): boolean => {
  if (!String(headers['x-amz-target']).endsWith('.TransactWriteItems')) return false;
  const { TransactItems: items = [] }: { TransactItems?: readonly TransactItem[] } = JSON.parse(body.toString('utf8'));
  const answer = async () => {
    const reasons = await run(inner, headers, items);
    const type = 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException';
    const failure = { __type: type, Message: 'Transaction cancelled', CancellationReasons: reasons };
    response.writeHead(reasons ? 400 : 200, { 'content-type': 'application/x-amz-json-1.0' });
    response.end(JSON.stringify(reasons ? failure : {}));
  };
  last = last.then(answer, answer);
  return true;
};
