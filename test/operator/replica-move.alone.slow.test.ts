import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CreateTableCommand, DynamoDBClient, waitUntilTableExists } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { GetSecretValueCommand, PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { DynamoDBDocumentClient, PutCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runAdmin } from '../../bin/admin.ts';
import { cloudFrontEdgeKeys } from '../../lambdas/aws/cloudfront/edge-keys.ts';
import { readEnvironment } from '../../lambdas/config/environment.ts';
import { type TableSchema, type TableVariable, tables } from '../../lambdas/config/tables.ts';
import { getContext, loadHandlers } from '../../local/lambda-runtime.ts';
import { type RunningService, startService } from '../../local/service.ts';
import { useFolder } from '../support/folder.ts';
import { startDev } from '../support/running-service.ts';

/*
 * docs/runbook.md#moving-to-the-replica-region, as far as the emulators go: two clouds, of which the first is lost. What DynamoDB and
 * Secrets Manager would have replicated is copied into the second by hand.
 */
const [oldData, newData] = [useFolder(), useFolder()];
let old: Awaited<ReturnType<typeof startDev>>;
let moved: RunningService;
type Environment = Readonly<Record<string, string | undefined>>;
let oldEnvironment: Environment;

const clientsOf = (environment: Environment) => {
  const { AWS_ACCESS_KEY_ID: accessKeyId = '', AWS_SECRET_ACCESS_KEY: secretAccessKey = '' } = environment;
  const settings = (service: string) => ({
    ...{ region: 'us-east-1', endpoint: environment[`AWS_ENDPOINT_URL_${service}`] ?? '' },
    credentials: { accessKeyId, secretAccessKey },
  });
  return {
    tables: DynamoDBDocumentClient.from(new DynamoDBClient(settings('DYNAMODB'))),
    objects: new S3Client({ ...settings('S3'), forcePathStyle: true }),
    secrets: new SecretsManagerClient(settings('SECRETS_MANAGER')),
  };
};

const admin = (...words: readonly string[]) => runAdmin([...words, '--data', newData]);
const readRows = async (environment: Environment, TableName: string) => {
  const pages = paginateScan({ client: clientsOf(environment).tables }, { TableName });
  return (await Array.fromAsync(pages)).flatMap(({ Items = [] }) => Items);
};

/** Returns the name of a table's replica, which stands beside the tables of the new stack. */
const getReplica = (name: string): string => `replica-${name}`;
const replicate = async (variable: TableVariable): Promise<void> => {
  const { partitionKey, sortKey }: TableSchema = tables[variable];
  const client = clientsOf(process.env).tables;
  const TableName = getReplica(process.env[variable] ?? '');
  const names = [partitionKey, ...(sortKey === undefined ? [] : [sortKey])];
  await client.send(
    new CreateTableCommand({
      TableName,
      AttributeDefinitions: names.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: names.map((AttributeName, n) => ({ AttributeName, KeyType: n === 0 ? 'HASH' : 'RANGE' })),
      BillingMode: 'PAY_PER_REQUEST',
    }),
  );
  await waitUntilTableExists({ client, maxWaitTime: 60, minDelay: 1, maxDelay: 1 }, { TableName });
  for (const Item of await readRows(oldEnvironment, oldEnvironment[variable] ?? ''))
    await client.send(new PutCommand({ TableName, Item }));
};

const post = async (baseUrl: string, apiKey: string, path: string, body: object) => {
  const response = await fetch(baseUrl + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}` },
    body: JSON.stringify(body),
  });
  // biome-ignore lint/suspicious/noExplicitAny: answers of two routes
  return { status: response.status, body: (await response.json()) as any };
};
const fetchImage = async (host: string, url: string) => {
  const { pathname, search } = new URL(url);
  const response = await fetch(host + pathname + search);
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
};

const code = `export const options = { width: 300, height: 100, format: 'png' };
export default function Card({ title = 'Kept' }) { return <div style={{ fontSize: 40 }}>{title}</div>; }`;
let apiKey: string;
let templateId: string;
let url: string;
let published: Buffer;
let keyring: string;

beforeAll(async () => {
  old = await startDev(oldData);
  apiKey = old.address.apiKey;
  oldEnvironment = JSON.parse(await readFile(join(oldData, 'endpoints.json'), 'utf8')).environment;
  ({ templateId } = (await post(old.address.baseUrl, apiKey, '/v1/templates', { name: 'Kept', code })).body);
  const mint = { templateId, variables: { title: 'Published' } };
  ({ url } = (await post(old.address.baseUrl, apiKey, '/v1/url', mint)).body);
  published = (await fetchImage(old.address.imageUrl, url)).bytes;
  const { SecretString = '' } = await clientsOf(oldEnvironment).secrets.send(
    new GetSecretValueCommand({ SecretId: oldEnvironment.SIGNING_SECRET }),
  );
  keyring = SecretString;

  moved = await startService({ dataDir: newData, port: 0, imagePort: 0, bedrockModel: '', hasEdgeFunction: true });
  for (const variable of Object.keys(tables) as TableVariable[]) await replicate(variable);
});
afterAll(async () => {
  await old.stop();
  await moved.close();
});

it('knows no key of the lost region before the move, and verifies no URL of it', async () => {
  expect((await post(moved.baseUrl, apiKey, '/v1/url', { templateId })).status).toBe(401);
  expect((await fetchImage(moved.imageUrl, url)).status).toBe(403);
});

it('takes up the rows of each replica that rows restore lists, and none twice', async () => {
  const names =
    String(await admin('rows', 'restore', '--help'))
      .match(/NAME: (.+)$/m)?.[1]
      ?.split(', ') ?? [];
  expect(names.length).toBeGreaterThan(5);
  for (const name of names) {
    const table = process.env[`${name.toUpperCase()}_TABLE`] ?? '';
    const rows = (await readRows(process.env, getReplica(table))).length;
    const first = (await admin('rows', 'restore', name, '--from', getReplica(table))) as Record<string, number>;
    const again = await admin('rows', 'restore', name, '--from', getReplica(table));

    // of usage, only which accounts were deleted: here none
    const left = name === 'usage' ? rows : 0;
    expect((first.copied ?? 0) + (first.there ?? 0), name).toBe(rows - left);
    expect(again, name).toEqual({ copied: 0, there: rows - left, left });
  }
});

it('delivers a published URL with the same bytes once it has the keyring, and its first key is gone from the edge', async () => {
  await clientsOf(process.env).secrets.send(
    new PutSecretValueCommand({ SecretId: process.env.SIGNING_SECRET, SecretString: keyring }),
  );
  const { rotateSigningKey } = await loadHandlers();
  const rotate = async () => rotateSigningKey({}, getContext('rotateSigningKey', 'operator'));
  // both keyrings have a key of the same id
  await expect(rotate()).rejects.toThrow('The edge has another secret under the key id 1.');
  const edge = cloudFrontEdgeKeys(readEnvironment('edgeKeys:write'));
  await edge.drop(await edge.ids());
  await rotate();

  const { status, bytes } = await fetchImage(moved.imageUrl, url);

  expect([status, bytes.equals(published)], String(bytes.subarray(0, 200))).toEqual([200, true]);
});

it('mints with the account’s own key once the sources bucket is copied', async () => {
  const mint = { templateId, variables: { title: 'New' } };
  expect((await post(moved.baseUrl, apiKey, '/v1/url', mint)).body).toMatchObject({ code: 'TEMPLATE_NOT_COMPILED' });

  const [from, to] = [clientsOf(oldEnvironment).objects, clientsOf(process.env).objects];
  const { Contents = [] } = await from.send(new ListObjectsV2Command({ Bucket: oldEnvironment.SOURCES_BUCKET }));
  for (const { Key = '' } of Contents) {
    const { Body } = await from.send(new GetObjectCommand({ Bucket: oldEnvironment.SOURCES_BUCKET, Key }));
    const bytes = (await Body?.transformToByteArray()) ?? new Uint8Array();
    await to.send(new PutObjectCommand({ Bucket: process.env.SOURCES_BUCKET, Key, Body: bytes }));
  }
  const minted = await post(moved.baseUrl, apiKey, '/v1/url', mint);

  expect(minted.status).toBe(200);
  expect((await fetchImage(moved.imageUrl, minted.body.url)).status).toBe(200);
});
