import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, RequestListener, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { awsFacts } from '../../lambdas/config/aws-facts.ts';
import { ask } from './failed-conditions.ts';
import type { TableDefinition } from './tables.ts';

type Item = Readonly<Record<string, unknown>>;
interface Input {
  readonly TableName?: string;
  readonly Item?: Item;
  readonly Key?: Item;
  readonly ConditionExpression?: string;
  readonly ExpressionAttributeNames?: Item;
  readonly ExpressionAttributeValues?: Item;
  readonly ReturnValuesOnConditionCheckFailure?: string;
}
type Operation = 'Put' | 'Update' | 'Delete' | 'ConditionCheck';
type TransactItem = Readonly<Partial<Record<Operation, Input>>>;

interface Action {
  readonly operation: Operation;
  readonly input: Input;
  readonly table: string;
  readonly key: Item;
  /** Table and key as one text. */
  readonly name: string;
}

/** An answer in DynamoDB's format: an error, or what it returns. */
type Answer = Readonly<Record<string, unknown>>;
type Ask = (operation: string, input: object) => Promise<Answer>;
interface Reason {
  readonly Code: string;
  readonly Message?: string;
  readonly Item?: unknown;
}

const failure = (name: string, message: string, more: Answer = {}): Answer => ({
  __type: `com.amazonaws.dynamodb.v20120810#${name}`,
  message,
  ...more,
});
const none: Reason = { Code: 'None' };
const cancelled = (reasons: readonly Reason[]): Answer =>
  failure(
    'TransactionCanceledException',
    `Transaction cancelled, please refer cancellation reasons for specific reasons [${reasons.map(({ Code }) => Code).join(', ')}]`,
    { CancellationReasons: reasons },
  );

const pick = (names: readonly string[], from: Item): Item =>
  Object.fromEntries(names.map((name) => [name, from[name]]));

/** Returns the names or values that an expression mentions; undefined for none. DynamoDB refuses the others. */
const mentioned = (all: Item | undefined, expression: string): Item | undefined => {
  const used = Object.entries(all ?? {}).filter(([name]) => new RegExp(`${name}(?!\\w)`).test(expression));
  return used.length > 0 ? Object.fromEntries(used) : undefined;
};

const getKeyNames = ({ partitionKey, sortKey }: TableDefinition): string[] =>
  sortKey === undefined ? [partitionKey] : [partitionKey, sortKey];

/**
 * Transactions of one database. Dynalite has none: conditions are evaluated by writes that change nothing, and actions
 * are calls of their own, taken back when one of them is refused. Who reads meanwhile may see a part, unlike in DynamoDB.
 */
export class Transactions {
  private readonly tables: ReadonlyMap<string, TableDefinition>;
  /** Items of transactions in progress. */
  private readonly held = new Set<string>();
  /** Hashes of requests by their tokens. */
  private readonly tokens = new LRUCache<string, string>({
    max: 10_000,
    ttl: awsFacts.transactionTokenMinutes.value * 60_000,
  });

  constructor(tables: readonly TableDefinition[]) {
    this.tables = new Map(tables.map((table) => [table.name, table]));
  }

  /**
   * Handles `TransactWriteItems`, and writes of an item that a transaction has.
   *
   * @returns false for every other request
   */
  handle(inner: RequestListener, headers: IncomingHttpHeaders, body: Buffer, response: ServerResponse): boolean {
    const operation = String(headers['x-amz-target']).split('.').at(-1);
    const isWrite = ['PutItem', 'UpdateItem', 'DeleteItem'].includes(operation ?? '');
    if (operation !== 'TransactWriteItems' && !(isWrite && this.held.size > 0)) return false;
    const request = JSON.parse(body.toString('utf8'));
    const answer = (what: Answer) => {
      response.writeHead(what.__type === undefined ? 200 : 400, { 'content-type': 'application/x-amz-json-1.0' });
      response.end(JSON.stringify(what));
    };
    if (isWrite) {
      if (!this.held.has(this.toAction('Put', request).name)) return false;
      answer(failure('TransactionConflictException', 'Transaction is ongoing for the item'));
      return true;
    }
    const call: Ask = (name, input) => ask(inner, headers, name, input);
    const fail = (error: unknown) => failure('InternalServerError', String(error));
    void this.write(call, request).catch(fail).then(answer);
    return true;
  }

  private toAction(operation: Operation, input: Input): Action {
    const { TableName: table = '', Key, Item: item = Key ?? {} } = input;
    const definition = this.tables.get(table);
    const key = definition ? pick(getKeyNames(definition), item) : item;
    return { operation, input, table, key, name: JSON.stringify([table, key]) };
  }

  private async write(
    call: Ask,
    {
      TransactItems: items = [],
      ClientRequestToken: token,
    }: { TransactItems?: TransactItem[]; ClientRequestToken?: string },
  ): Promise<Answer> {
    const request = createHash('sha256').update(JSON.stringify(items)).digest('hex');
    const known = token === undefined ? undefined : this.tokens.get(token);
    if (known !== undefined)
      return known === request
        ? {}
        : failure('IdempotentParameterMismatchException', 'The token was used for another request.');
    const actions = items.flatMap((item) =>
      (Object.entries(item) as [Operation, Input][]).map(([operation, input]) => this.toAction(operation, input)),
    );
    if (actions.length === 0 || actions.length > awsFacts.transactionItems.value)
      return failure('ValidationException', `A transaction has 1 to ${awsFacts.transactionItems.value} items.`);
    if (new Set(actions.map(({ name }) => name)).size < actions.length)
      return failure('ValidationException', 'Transaction request cannot include multiple operations on one item');
    const conflicts = actions.map(({ name }) => (this.held.has(name) ? { Code: 'TransactionConflict' } : none));
    if (conflicts.some((reason) => reason !== none)) return cancelled(conflicts);
    for (const { name } of actions) this.held.add(name);
    try {
      const answer = await this.writeHeld(call, actions);
      if (token !== undefined && answer.__type === undefined) this.tokens.set(token, request);
      return answer;
    } finally {
      for (const { name } of actions) this.held.delete(name);
    }
  }

  private async writeHeld(call: Ask, actions: readonly Action[]): Promise<Answer> {
    const reasons: Reason[] = [];
    const before: (Item | undefined)[] = [];
    for (const action of actions) {
      const { table: TableName, key: Key } = action;
      const found = await call('GetItem', { TableName, Key, ConsistentRead: true });
      if (found.__type !== undefined) return found;
      const item = found.Item as Item | undefined;
      const checked = await this.check(call, action, item);
      if ('__type' in checked) return checked;
      before.push(item);
      reasons.push(checked);
    }
    if (reasons.some((reason) => reason !== none)) return cancelled(reasons);

    for (const [n, { operation, input }] of actions.entries()) {
      if (operation === 'ConditionCheck') continue;
      const answer = await call(`${operation}Item`, input);
      if (answer.__type === undefined) continue;
      for (const [at, item] of before.slice(0, n).entries()) await this.restore(call, actions[at] as Action, item);
      return answer;
    }
    return {};
  }

  /** Evaluates a condition by a write that changes nothing. @returns the reason, or an error if it is not valid */
  private async check(
    call: Ask,
    { input, table: TableName, key: Key }: Action,
    item: Item | undefined,
  ): Promise<Reason | (Answer & { readonly __type: unknown })> {
    const { ConditionExpression, ReturnValuesOnConditionCheckFailure: wanted } = input;
    if (ConditionExpression === undefined) return none;
    const condition = {
      TableName,
      ConditionExpression,
      ExpressionAttributeNames: mentioned(input.ExpressionAttributeNames, ConditionExpression),
      ExpressionAttributeValues: mentioned(input.ExpressionAttributeValues, ConditionExpression),
    };
    const answer = item
      ? await call('PutItem', { ...condition, Item: item })
      : await call('DeleteItem', { ...condition, Key });
    if (answer.__type === undefined) return none;
    if (!String(answer.__type).includes('ConditionalCheckFailed')) return { ...answer, __type: answer.__type };
    const reason = { Code: 'ConditionalCheckFailed', Message: 'The conditional request failed' };
    return wanted === 'ALL_OLD' && item ? { ...reason, Item: item } : reason;
  }

  private async restore(call: Ask, { table: TableName, key: Key }: Action, item: Item | undefined): Promise<void> {
    if (item) await call('PutItem', { TableName, Item: item });
    else await call('DeleteItem', { TableName, Key });
  }
}
