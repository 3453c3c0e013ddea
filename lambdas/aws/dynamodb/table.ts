import { setImmediate } from 'node:timers';
import { setTimeout } from 'node:timers/promises';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  type BatchGetCommandInput,
  type BatchGetCommandOutput,
  DeleteCommand,
  GetCommand,
  PutCommand,
  paginateQuery,
  paginateScan,
  type QueryCommandInput,
  type ScanCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { requestSignal } from 'image-url-engine/workers.ts';
import type { Item } from '../../domain/records/record.ts';
import { documents } from './client.ts';

/** Values of an expression, by their names in it (`:name`). */
type Values = Readonly<Record<string, unknown>>;
/** Attributes behind the names in an expression (`#name`). @default the attribute of the same name */
type Names = Readonly<Record<`#${string}`, string>>;

/** Returns the result of a conditional write; undefined if its condition failed. @throws every other error */
export const undefinedIfConditionFails = async <T>(writing: Promise<T>): Promise<T | undefined> => {
  try {
    return await writing;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
};
const isWritten = async (writing: Promise<object>): Promise<boolean> =>
  (await undefinedIfConditionFails(writing)) !== undefined;

/** Returns expressions with their names and values, in the form that commands take. */
export const toExpressions = (
  expressions: Readonly<Record<string, string | undefined>>,
  values: Values = {},
  names: Names = {},
) => {
  const given = Object.entries(expressions).filter(([, text]) => text !== undefined);
  const found = new Set(given.join(' ').match(/#\w+/g)) as Set<`#${string}`>;
  return {
    ...Object.fromEntries(given),
    ...(found.size > 0 && {
      ExpressionAttributeNames: Object.fromEntries([...found].map((name) => [name, names[name] ?? name.slice(1)])),
    }),
    ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
  };
};

/** Returns the update that sets all defined fields, and its values. */
export const setFields = (fields: Item): { readonly update: string; readonly values: Values } => {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return {
    update: `SET ${given.map(([name]) => `#${name} = :${name}`).join(', ')}`,
    values: Object.fromEntries(given.map(([name, value]) => [`:${name}`, value])),
  };
};

/** Returns an item by a consistent read; undefined if it does not exist. */
export const getItem = async (TableName: string, Key: Item): Promise<Item | undefined> =>
  (await documents.send(new GetCommand({ TableName, Key, ConsistentRead: true }))).Item;

/** Writes an item. @returns false if the condition failed */
export const putItem = (TableName: string, Item: Item, ConditionExpression?: string, values?: Values) =>
  isWritten(documents.send(new PutCommand({ TableName, Item, ...toExpressions({ ConditionExpression }, values) })));

/** Deletes an item. @returns false if the condition failed */
export const deleteItem = (TableName: string, Key: Item, ConditionExpression?: string, values?: Values) =>
  isWritten(documents.send(new DeleteCommand({ TableName, Key, ...toExpressions({ ConditionExpression }, values) })));

/** Updates an item. @returns false if the condition failed */
export const updateItem = (
  TableName: string,
  Key: Item,
  UpdateExpression: string,
  ConditionExpression: string | undefined,
  values: Values,
  names?: Names,
) => {
  const expressions = toExpressions({ UpdateExpression, ConditionExpression }, values, names);
  return isWritten(documents.send(new UpdateCommand({ TableName, Key, ...expressions })));
};

/** Sets fields of an item, whose values the condition may use as well. @returns false if the condition failed */
export const setItem = (table: string, key: Item, fields: Item, condition?: string, values?: Values) => {
  const set = setFields(fields);
  return updateItem(table, key, set.update, condition, { ...set.values, ...values });
};

/** A condition on the sort key of a partition, in addition to the partition key. */
interface SortCondition {
  readonly sort?: string;
  readonly values?: Values;
  /** @default the signal of the request */
  readonly abortSignal?: AbortSignal | undefined;
}

/** Yields the items of a partition or a part of it, with consistent reads unless the settings disable them. */
export async function* queryItems(
  TableName: string,
  partition: Readonly<Record<string, string>>,
  { sort, values, abortSignal, ...settings }: SortCondition & Partial<QueryCommandInput> = {},
): AsyncGenerator<Item> {
  const [[name, value] = []] = Object.entries(partition);
  const expressions = toExpressions(
    {
      KeyConditionExpression: `#${name} = :partition${sort === undefined ? '' : ` AND ${sort}`}`,
      ProjectionExpression: settings.ProjectionExpression,
    },
    { ':partition': value, ...values },
  );
  const query = { TableName, ConsistentRead: true, ...settings, ...expressions };
  const pages = paginateQuery({ client: documents }, query, abortSignal && { abortSignal });
  for await (const { Items = [] } of pages) yield* Items;
}

/** Yields all items of a table, with consistent reads. */
export async function* scanItems(TableName: string, settings: Partial<ScanCommandInput> = {}): AsyncGenerator<Item> {
  const pages = paginateScan({ client: documents }, { TableName, ConsistentRead: true, ...settings });
  for await (const { Items = [] } of pages) yield* Items;
}

/** Ends a list after a number of items, or before they exceed a number of bytes as JSON. */
export async function* takeFirst(
  items: AsyncIterable<Item>,
  most: { readonly items?: number; readonly bytes?: number },
  beside: (item: Item) => number = () => 0,
): AsyncGenerator<Item> {
  let [count, bytes] = [0, 0];
  for await (const item of items) {
    bytes += Buffer.byteLength(JSON.stringify(item)) + beside(item);
    if (bytes > (most.bytes ?? Number.POSITIVE_INFINITY)) return;
    yield item;
    count += 1;
    if (count === most.items) return;
  }
}

type Keys = Readonly<Record<string, readonly Item[]>>;
/** Returns the items found in a table. */
type ItemsOf = (table: string) => readonly Item[];

/** Maximum number of requests for keys that DynamoDB leaves unprocessed. */
const batchAttempts = 5;

const readBatch = async (keys: Keys): Promise<ItemsOf> => {
  const found = new Map<string, Item[]>();
  let open: NonNullable<BatchGetCommandInput['RequestItems']> = Object.fromEntries(
    Object.entries(keys).flatMap(([table, list]) =>
      list.length > 0 ? [[table, { Keys: [...list], ConsistentRead: true }]] : [],
    ),
  );
  for (let attempt = 0; attempt < batchAttempts; attempt += 1) {
    const answer: BatchGetCommandOutput = await documents.send(new BatchGetCommand({ RequestItems: open }));
    for (const [table, items] of Object.entries(answer.Responses ?? {}))
      found.set(table, [...(found.get(table) ?? []), ...items]);
    open = answer.UnprocessedKeys ?? {};
    if (Object.keys(open).length === 0) return (table) => found.get(table) ?? [];
    await setTimeout(25 * 2 ** attempt);
  }
  throw new Error('DynamoDB left keys unprocessed again and again.');
};

/** Maximum number of keys of one call. */
const batchKeys = 100;

interface Reader extends PromiseWithResolvers<ItemsOf> {
  readonly keys: Keys;
}
/** Readers of one request whose call is not sent yet. */
const waiting = new Map<AbortSignal, Reader[]>();

const isOf = (item: Item, key: Item): boolean => Object.entries(key).every(([name, value]) => item[name] === value);

/**
 * Returns the keys of two batches; undefined if they must not be read together. Of a table, only one of them may have
 * keys: permissions are limited to kinds of items, and a call with two kinds would have neither.
 */
const join = (one: Keys, other: Keys): Keys | undefined => {
  if (Object.keys(other).some((table) => table in one)) return undefined;
  const keys = { ...one, ...other };
  return Object.values(keys).flat().length > batchKeys ? undefined : keys;
};

/** Reads for several readers with as few calls as may be. If a call fails, each of its readers reads alone. */
const readTogether = (readers: readonly Reader[]): void => {
  const calls: { keys: Keys; readonly readers: Reader[] }[] = [];
  for (const reader of readers) {
    const call = calls.find(({ keys }) => join(keys, reader.keys));
    if (!call) calls.push({ keys: reader.keys, readers: [reader] });
    else {
      call.keys = join(call.keys, reader.keys) ?? call.keys;
      call.readers.push(reader);
    }
  }
  for (const { keys, readers: ofCall } of calls) {
    const alone = () => {
      for (const { keys: own, resolve, reject } of ofCall) readBatch(own).then(resolve, reject);
    };
    if (ofCall.length === 1) alone();
    else
      readBatch(keys).then((itemsOf) => {
        for (const { resolve } of ofCall) resolve(itemsOf);
      }, alone);
  }
};

/**
 * Reads items of several tables with consistent reads: those that a request asks for in the same turn of the event loop
 * with one call. Keys that DynamoDB leaves unprocessed are requested again with backoff, so a missing item does not
 * exist.
 *
 * @returns a function that returns the items found in a table
 * @throws Error when keys are still unprocessed after five requests
 */
export const batchGet = (keys: Keys): Promise<ItemsOf> => {
  const signal = requestSignal();
  if (!signal) return readBatch(keys);
  const reader = { ...Promise.withResolvers<ItemsOf>(), keys };
  const others = waiting.get(signal);
  if (others) others.push(reader);
  else {
    const readers = [reader];
    waiting.set(signal, readers);
    setImmediate(() => {
      waiting.delete(signal);
      readTogether(readers);
    });
  }
  return reader.promise;
};

/** Returns an item by a read that joins others of its turn (`batchGet`); undefined if it does not exist. */
export const getWithOthers = async (table: string, key: Item): Promise<Item | undefined> =>
  (await batchGet({ [table]: [key] }))(table).find((item) => isOf(item, key));
