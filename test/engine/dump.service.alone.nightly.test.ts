import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { inflateRawSync } from 'node:zlib';
import { DynamoDBClient, ListTablesCommand, paginateScan } from '@aws-sdk/client-dynamodb';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { keyring } from 'image-url-contract/signing/keyring.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useLocalCloud } from '../../local/local-cloud.ts';
import { figure } from '../support/effort.ts';
import { useFolder } from '../support/folder.ts';
import { sendTo } from '../support/send-to.ts';
import { openCard } from '../support/service.ts';

/**
 * @promise URLs, keys and accounts: Secrets in tables, buckets or logs
 * @how only hashes are stored; messages never quote secrets
 * @figure every item, object and log line of a busy start
 */

/**
 * @promise URLs, keys and accounts: Stealing signed URLs from answers stored for an `Idempotency-Key`
 * @how an answer is repeated only for the same account, route, key and body; it is encrypted with AES-256-GCM under a
 *   secret derived from the key, of which only a hash is stored, and 16 random bytes of the request; valid for a day,
 *   see below
 * @also test/contract/idempotency.service.test.ts
 * @figure no URL, signature or key in a dump
 */

/** A service of its own that logs everything it ever would. */
let child: ChildProcess;
const dataDir = useFolder();
let logs = '';
let baseUrl = '';
let apiKey = '';
/** What must stand nowhere. */
const secrets: Record<string, string> = {};

const call = async (path: string, body: unknown, headers = {}) =>
  (await sendTo({ baseUrl, apiKey }, 'POST', path, body, { 'content-type': 'application/json', ...headers })).json;

beforeAll(async () => {
  child = spawn(process.execPath, ['bin/dev.ts', '--json', '--port', '0', '--image-port', '0', '--data', dataDir], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, POWERTOOLS_LOG_LEVEL: 'DEBUG' },
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    logs += chunk.toString('utf8');
  });
  const [line] = (await once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), 'line')) as [string];
  ({ baseUrl, apiKey } = JSON.parse(line));
  await useLocalCloud(dataDir);

  const { templateId } = await call('/v1/templates', { name: 'Card', code: openCard });
  const { url } = await call('/v1/url', { templateId, variables: { title: 'Dump' } });
  await (await fetch(url)).arrayBuffer();
  const key = randomUUID();
  const mintKeyed = () => call('/v1/url', { templateId, variables: { title: 'Keyed' } }, { 'Idempotency-Key': key });
  const keyed = await mintKeyed();
  // it is stored, and it is the same
  expect(await mintKeyed()).toEqual(keyed);
  // everything that goes wrong is logged with what it says
  await fetch(url.replace('sig=', 'sig=0')).then((answer) => answer.arrayBuffer());
  await fetch(`${url}&sig=again`).then((answer) => answer.arrayBuffer());
  await call('/v1/url', { templateId: apiKey, variables: { [apiKey]: 1 } });
  await call('/v1/url', `{"templateId": "${templateId}", broken`);
  for (const authorization of [`Bearer ${apiKey}x`, `Basic ${apiKey}`])
    await call('/v1/url', { templateId }, { authorization });
  await call('/v1/nowhere', {});

  const { SecretString = '' } = await new SecretsManagerClient({}).send(
    new GetSecretValueCommand({ SecretId: process.env.SIGNING_SECRET }),
  );
  keyring.parse(JSON.parse(SecretString)).keys.forEach(({ secret }, n) => {
    secrets[`signing secret ${n}`] = secret;
  });
  const [, random = '', rest = ''] = /^iu_[^_]+_(\w{27})(\w+)$/.exec(apiKey) ?? [];
  secrets['API key'] = random + rest;
  secrets['random part of the key'] = random;
  const getSignature = (signed: string) => (new URL(signed).searchParams.get('sig') ?? '').split('.')[1] ?? '';
  secrets.signature = getSignature(url);
  secrets['signature of a keyed mint'] = getSignature(keyed.url);
  secrets['Idempotency-Key'] = key;
  // what its answer is encrypted with, in every form it could be written
  secrets['Idempotency-Key in base64'] = Buffer.from(key).toString('base64').slice(0, 40);
});

afterAll(async () => {
  child.kill('SIGKILL');
});

const foundIn = (text: string): string[] =>
  Object.keys(secrets).filter((name) => text.includes(secrets[name] as string));

/** An item as text, with what is packed in it unpacked. */
const getText = (item: unknown): string =>
  JSON.stringify(item, (_name, value) => {
    if (!(value instanceof Uint8Array)) return value;
    try {
      return inflateRawSync(value).toString('utf8');
    } catch {
      return Buffer.from(value).toString('latin1');
    }
  });

describe('a dump', () => {
  it('knows what it looks for', () => {
    for (const secret of Object.values(secrets)) expect(secret.length).toBeGreaterThan(20);
    expect(Object.keys(secrets).length).toBeGreaterThanOrEqual(4);
    expect(foundIn(`x${apiKey}x`)).toEqual(['API key', 'random part of the key']);
  });

  it('of every table holds no key, secret or signature', async () => {
    const client = new DynamoDBClient({});
    const { TableNames = [] } = await client.send(new ListTablesCommand({}));
    let [items, cachedAnswers] = [0, 0];
    for (const TableName of TableNames) {
      for await (const { Items = [] } of paginateScan({ client }, { TableName })) {
        items += Items.length;
        cachedAnswers += Items.filter(({ part }) => part?.S === 'answer').length;
        for (const item of Items) expect(foundIn(getText(item)), TableName).toEqual([]);
      }
    }
    figure('dump: items looked through', items);
    expect(TableNames.length).toBeGreaterThanOrEqual(5);
    expect(items).toBeGreaterThan(10);
    expect(cachedAnswers).toBe(1);
  });

  it('of every bucket holds none', async () => {
    const entries = await readdir(join(dataDir, 's3'), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    for (const file of files) {
      const text = (await readFile(join(file.parentPath, file.name))).toString('latin1');
      expect(foundIn(text + file.name), file.name).toEqual([]);
    }
    figure('dump: objects looked through', files.length);
    expect(files.length).toBeGreaterThan(10);
  });

  it('of every log line holds none', () => {
    figure('dump: characters of log looked through', logs.length);
    expect(logs.length).toBeGreaterThan(200);
    expect(foundIn(logs)).toEqual([]);
  });
});
