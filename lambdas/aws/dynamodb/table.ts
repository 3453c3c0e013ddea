import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  GetCommand,
  PutCommand,
  paginateQuery,
  paginateScan,
  type QueryCommandInput,
  type ScanCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { documents } from './client.ts';

type Item = Record<string, unknown>;
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

/** Returns names and values of expressions in the form that commands take. */
export const toExpressionNames = (
  expressions: readonly (string | undefined)[],
  values: Values = {},
  names: Names = {},
) => {
  const found = new Set(expressions.join(' ').match(/#\w+/g)) as Set<`#${string}`>;
  return {
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

const toCondition = (ConditionExpression: string | undefined, values?: Values, names?: Names) =>
  ConditionExpression === undefined
    ? {}
    : { ConditionExpression, ...toExpressionNames([ConditionExpression], values, names) };

/** Returns an item by a consistent read; undefined if it does not exist. */
export const getItem = async (TableName: string, Key: Item): Promise<Item | undefined> =>
  (await documents.send(new GetCommand({ TableName, Key, ConsistentRead: true }))).Item;

/** Writes an item. @returns false if the condition failed */
export const putItem = (TableName: string, Item: Item, condition?: string, values?: Values, names?: Names) =>
  isWritten(documents.send(new PutCommand({ TableName, Item, ...toCondition(condition, values, names) })));

/** Deletes an item. @returns false if the condition failed */
export const deleteItem = (TableName: string, Key: Item, condition?: string, values?: Values) =>
  isWritten(documents.send(new DeleteCommand({ TableName, Key, ...toCondition(condition, values) })));

/** Updates an item. @returns false if the condition failed */
export const updateItem = (
  TableName: string,
  Key: Item,
  UpdateExpression: string,
  ConditionExpression: string | undefined,
  values: Values,
  names?: Names,
) => {
  const attributes = toExpressionNames([UpdateExpression, ConditionExpression], values, names);
  const expressions = { UpdateExpression, ...(ConditionExpression !== undefined && { ConditionExpression }) };
  return isWritten(documents.send(new UpdateCommand({ TableName, Key, ...expressions, ...attributes })));
};

/** Yields the items of a partition or a part of it, with consistent reads unless the settings disable them. */
export async function* queryItems(
  TableName: string,
  KeyConditionExpression: string,
  values: Values,
  settings: Partial<QueryCommandInput> = {},
): AsyncGenerator<Item> {
  const attributes = toExpressionNames([KeyConditionExpression, settings.ProjectionExpression], values);
  const query = { TableName, KeyConditionExpression, ConsistentRead: true, ...attributes, ...settings };
  for await (const { Items = [] } of paginateQuery({ client: documents }, query)) yield* Items;
}

/** Yields all items of a table, with consistent reads. */
export async function* scanItems(TableName: string, settings: Partial<ScanCommandInput> = {}): AsyncGenerator<Item> {
  const pages = paginateScan({ client: documents }, { TableName, ConsistentRead: true, ...settings });
  for await (const { Items = [] } of pages) yield* Items;
}

/** Ends a list once its items exceed `most` bytes as JSON. */
export async function* limitBytes(items: AsyncIterable<Item>, most: number): AsyncGenerator<Item> {
  let bytes = 0;
  for await (const item of items) {
    bytes += Buffer.byteLength(JSON.stringify(item));
    if (bytes > most) return;
    yield item;
  }
}

/** Returns a time to live: Unix seconds, rounded up. */
export const toSeconds = (moment: Date): number => Math.ceil(moment.getTime() / 1_000);
