import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  DynamoDBClient,
  ResourceNotFoundException,
  type TableDescription,
} from '@aws-sdk/client-dynamodb';
import { localCredentials, localRegion } from '../credentials.ts';

export interface IndexDefinition {
  readonly name: string;
  readonly partitionKey: string;
  readonly sortKey?: string;
}

/** An on-demand table; every key is a string and every index projects whole items. */
export interface TableDefinition {
  readonly name: string;
  readonly partitionKey: string;
  readonly sortKey?: string;
  readonly indexes?: readonly IndexDefinition[];
}

type Keys = Pick<IndexDefinition, 'partitionKey' | 'sortKey'>;
const keyNames = ({ partitionKey, sortKey }: Keys): string[] => (sortKey ? [partitionKey, sortKey] : [partitionKey]);

const keySchema = (keys: Keys) =>
  keyNames(keys).map((name, at) => ({
    AttributeName: name,
    KeyType: at === 0 ? ('HASH' as const) : ('RANGE' as const),
  }));

const toCreateInput = (table: TableDefinition): CreateTableCommandInput => {
  const { name, indexes = [] } = table;
  return {
    TableName: name,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: keySchema(table),
    AttributeDefinitions: [...new Set([table, ...indexes].flatMap(keyNames))].map((attribute) => ({
      AttributeName: attribute,
      AttributeType: 'S',
    })),
    ...(indexes.length > 0 && {
      GlobalSecondaryIndexes: indexes.map((index) => ({
        IndexName: index.name,
        KeySchema: keySchema(index),
        Projection: { ProjectionType: 'ALL' },
      })),
    }),
  };
};

type Found = Pick<TableDescription, 'KeySchema' | 'GlobalSecondaryIndexes'>;
const getKeys = ({ KeySchema, GlobalSecondaryIndexes = [] }: Found | CreateTableCommandInput) => ({
  table: KeySchema,
  indexes: Object.fromEntries(GlobalSecondaryIndexes.map((index) => [index.IndexName, index.KeySchema])),
});

const describe = async (client: DynamoDBClient, name: string): Promise<TableDescription | undefined> => {
  try {
    return (await client.send(new DescribeTableCommand({ TableName: name }))).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
};

/**
 * Creates the tables that do not exist, over HTTP like any client.
 *
 * @throws Error when an existing table has other keys or indexes
 */
export const createTables = async (endpoint: string, tables: readonly TableDefinition[]): Promise<void> => {
  const client = new DynamoDBClient({ endpoint, region: localRegion, credentials: localCredentials });
  try {
    for (const table of tables) {
      const wanted = toCreateInput(table);
      const found = await describe(client, table.name);
      if (found && !isDeepStrictEqual(getKeys(found), getKeys(wanted))) {
        throw new Error(`The table ${table.name} was made with other keys or indexes; start with a new data folder.`);
      }
      if (found) continue;
      await client.send(new CreateTableCommand(wanted));
      // dynalite activates a table a moment after its response
      while ((await describe(client, table.name))?.TableStatus !== 'ACTIVE') await setTimeout(2);
    }
  } finally {
    client.destroy();
  }
};
