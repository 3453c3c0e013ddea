import { ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, DynamoDBDocumentClient, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, describe, expect, it } from 'vitest';
import { localCredentials, localRegion } from '../../../local/credentials.ts';
import type { StreamRecord } from '../../../local/dynamodb/stream.ts';
import { startDynamoDb } from '../../../local/dynamodb.ts';
import { eventSource } from '../../../local/event-source.ts';

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

const record = (name: string): StreamRecord => ({ dynamodb: { Keys: { accountId: { S: name } } } });

describe('a stream of the DynamoDB emulator', () => {
  it('has the keys of items that were written, and of no others', async () => {
    const seen: unknown[] = [];
    const server = await startDynamoDb({
      tables: [{ name: 'usage', partitionKey: 'accountId', sortKey: 'periodStart' }],
      onWrite: (table, { dynamodb }) => void seen.push([table, dynamodb.Keys]),
    });
    undo.push(() => server.close());
    const client = new DynamoDBClient({
      ...{ endpoint: server.url, region: localRegion, credentials: localCredentials, maxAttempts: 1 },
    });
    undo.push(() => client.destroy());
    const documents = DynamoDBDocumentClient.from(client);
    const Key = { accountId: 'ana', periodStart: '2026' };
    const add = {
      TableName: 'usage',
      Key,
      UpdateExpression: 'ADD mints :one',
      ExpressionAttributeValues: { ':one': 1 },
    };

    await documents.send(new UpdateCommand(add));
    await documents.send(new PutCommand({ TableName: 'usage', Item: { ...Key, accountId: 'ben', mints: 2 } }));
    const refused = documents.send(new UpdateCommand({ ...add, ConditionExpression: 'attribute_not_exists(mints)' }));
    await expect(refused).rejects.toBeInstanceOf(ConditionalCheckFailedException);
    await documents.send(new GetCommand({ TableName: 'usage', Key }));
    await documents.send(new DeleteCommand({ TableName: 'usage', Key }));

    const keys = (accountId: string) => ['usage', { accountId: { S: accountId }, periodStart: { S: '2026' } }];
    expect(seen).toEqual([keys('ana'), keys('ben')]);
  });
});

describe('an event source', () => {
  it('hands over what came together, and later what came meanwhile', async () => {
    const source = eventSource({ tries: 3 });
    const calls: unknown[][] = [];
    const over = Promise.withResolvers<void>();
    source.feed(async ({ Records }) => {
      calls.push(Records.map(({ dynamodb }) => dynamodb.Keys.accountId?.S));
      if (calls.length === 1) source.put(record('c'));
      else over.resolve();
    });

    source.put(record('a'));
    source.put(record('b'));
    await over.promise;

    expect(calls).toEqual([['a', 'b'], ['c']]);
  });

  it('repeats a call that failed with the same records, and gives up after its tries', async () => {
    const source = eventSource({ tries: 2 });
    const calls: unknown[] = [];
    const over = Promise.withResolvers<void>();
    source.feed(async ({ Records }) => {
      const [name] = Records.map(({ dynamodb }) => dynamodb.Keys.accountId?.S);
      calls.push(name);
      if (name === 'next') return over.resolve();
      if (calls.length === 1) source.put(record('next'));
      throw new Error('not now');
    });

    source.put(record('failing'));
    await over.promise;

    expect(calls).toEqual(['failing', 'failing', 'next']);
  });
});
