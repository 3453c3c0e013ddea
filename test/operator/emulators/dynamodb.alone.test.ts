import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, PutCommand, QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { Level } from 'level';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { localCredentials, localRegion } from '../../../local/credentials.ts';
import { startDynamoDb, type TableDefinition } from '../../../local/dynamodb.ts';

const tables: readonly TableDefinition[] = [
  { name: 'usage', partitionKey: 'accountId', sortKey: 'periodStart' },
  {
    name: 'templates',
    partitionKey: 'templateId',
    indexes: [{ name: 'byOwner', partitionKey: 'ownerId', sortKey: 'createdAt' }],
  },
];

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

const folder = async (): Promise<string> => {
  const dir = await mkdtemp(join(tmpdir(), 'dynamodb-'));
  undo.push(() => rm(dir, { recursive: true }));
  return dir;
};

const getClient = (url: string, credentials: { accessKeyId: string; secretAccessKey: string } = localCredentials) => {
  const client = new DynamoDBClient({ endpoint: url, region: localRegion, credentials, maxAttempts: 1 });
  undo.push(() => client.destroy());
  return DynamoDBDocumentClient.from(client);
};

const start = async (dir?: string) => {
  const server = await startDynamoDb({ tables, ...(dir !== undefined && { dir }) });
  let isOpen = true;
  const close = async () => {
    if (isOpen) await server.close();
    isOpen = false;
  };
  undo.push(close);
  return { ...server, close, client: getClient(server.url) };
};

const anItem = { templateId: 't1', ownerId: 'ana', createdAt: '2026-01-01T00:00:00Z' };

describe('the DynamoDB emulator', () => {
  it('persists acknowledged writes when the process is killed', async () => {
    const dir = await folder();
    const local = join(import.meta.dirname, '../../../local');
    const source = `
      const { localCredentials: credentials } = await import(${JSON.stringify(`${local}/credentials.ts`)});
      const { startDynamoDb } = await import(${JSON.stringify(`${local}/dynamodb.ts`)});
      const { url } = await startDynamoDb(${JSON.stringify({ dir, tables })});
      console.log(JSON.stringify({ url, credentials }));`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    undo.push(() => child.kill('SIGKILL'));
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const { url, credentials } = JSON.parse(line.toString());
    await getClient(url, credentials).send(new PutCommand({ TableName: 'templates', Item: anItem }));

    child.kill('SIGKILL');
    await once(child, 'exit');

    const { client } = await start(dir);
    const { Item } = await client.send(new GetCommand({ TableName: 'templates', Key: { templateId: 't1' } }));
    expect(Item).toEqual(anItem);
  });

  it('closes what it has opened for a query or scan, also one that ends at its limit', async () => {
    const { client } = await start(await folder());
    for (const templateId of ['t1', 't2', 't3'])
      await client.send(new PutCommand({ TableName: 'templates', Item: { ...anItem, templateId } }));
    const opened = vi.spyOn(Level.prototype, 'values');
    undo.push(() => opened.mockRestore());
    const query = {
      TableName: 'templates',
      IndexName: 'byOwner',
      KeyConditionExpression: 'ownerId = :ana',
      ExpressionAttributeValues: { ':ana': 'ana' },
    };

    const answers = [
      await client.send(new QueryCommand(query)),
      await client.send(new QueryCommand({ ...query, Limit: 1 })),
      await client.send(new ScanCommand({ TableName: 'templates' })),
    ];

    expect(answers.map(({ Count }) => Count)).toEqual([3, 1, 3]);
    const iterators = opened.mock.results.map(({ value }) => value as ReturnType<Level['values']>);
    expect(iterators).toHaveLength(3);
    for (const iterator of iterators)
      await expect(iterator.next()).rejects.toMatchObject({ code: 'LEVEL_ITERATOR_NOT_OPEN' });
  });

  it('finishes the requests in progress before it closes its database', async () => {
    const dir = await folder();
    const { client, close } = await start(dir);
    const items = Array.from({ length: 40 }, (_, at) => ({ ...anItem, templateId: `t${at}` }));
    const written = items.map((Item) => client.send(new PutCommand({ TableName: 'templates', Item })));
    await Promise.race(written);
    // the others are between two operations of the database, where an error would end the process
    await close();
    const outcomes = await Promise.allSettled(written);

    const again = await start(dir);
    for (const [at, { status }] of outcomes.entries()) {
      if (status === 'rejected') continue;
      const Key = { templateId: `t${at}` };
      const { Item } = await again.client.send(new GetCommand({ TableName: 'templates', Key }));
      expect(Item).toEqual(items[at]);
    }
  });

  it('makes a table again whose making was cut off', async () => {
    const dir = await folder();
    await (await start(dir)).close();
    const store = new Level<string, object>(dir, { valueEncoding: 'json' });
    await store.put('table~usage', { ...(await store.get('table~usage')), TableStatus: 'CREATING' });
    await store.close();

    const { client } = await start(dir);

    const key = { accountId: 'ana', periodStart: '2026-01' };
    await expect(client.send(new GetCommand({ TableName: 'usage', Key: key }))).resolves.toMatchObject({});
  });

  it('says so when another process or start holds the folder', async () => {
    const dir = await folder();
    await start(dir);
    await expect(startDynamoDb({ dir, tables })).rejects.toThrow(/another process is using it/);
  });

  it('refuses a folder whose tables have other keys or indexes', async () => {
    const dir = await folder();
    await (await start(dir)).close();
    const changed = [{ name: 'templates', partitionKey: 'templateId' }];
    await expect(startDynamoDb({ dir, tables: changed })).rejects.toThrow(/table templates was made with other/);
    // the refused start has let go of the folder
    await (await start(dir)).close();
  });
});
