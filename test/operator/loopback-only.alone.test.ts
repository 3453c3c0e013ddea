import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localCredentials, localRegion } from '../../local/credentials.ts';
import { startEmulators } from '../../local/emulators.ts';
import { getCredentials } from '../../local/local-cloud.ts';
import { endpointsFile } from '../../local/service.ts';
import { useFolder } from '../support/folder.ts';
import { type ServiceAddress, startDev } from '../support/running-service.ts';

/**
 * @promise Command line and local run: A website or another user of the machine reaches the local run (DNS rebinding,
 *   fixed credentials, readable folders)
 * @how every listener accepts loopback names only; new credentials at each start; folders and files are readable by
 *   their owner only (decision 128)
 * @figure 6 listeners x 4 names: 421; 3 foreign credentials rejected
 */

const dataDir = useFolder();
let address: ServiceAddress;
let stop: () => Promise<unknown>;
let environment: Record<string, string>;
const at = (name: string): string => environment[`AWS_ENDPOINT_URL_${name}`] ?? '';
beforeAll(async () => {
  // as an older version left it
  await chmod(dataDir, 0o755);
  ({ address, stop } = await startDev(dataDir));
  ({ environment } = JSON.parse(await readFile(endpointsFile(dataDir), 'utf8')));
});
afterAll(async () => {
  await stop();
});

/** Status of a request that came by a name. */
const statusBy = (url: string, host: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { headers: { host } }, (response) => resolve(response.resume().statusCode));
    sent.on('error', reject).end();
  });

const getMode = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8);

describe('the local run', () => {
  it('answers to loopback host names only, on every port', async () => {
    const stores = Object.entries(environment).filter(([name]) => name.startsWith('AWS_ENDPOINT_URL_'));
    const urls = [address.baseUrl, address.imageUrl, ...stores.map(([, url]) => url)];
    expect(urls).toHaveLength(7);

    for (const url of urls) {
      const { port } = new URL(url);
      for (const host of ['other.example', `other.example:${port}`, `localhost.other.example:${port}`, 'localhost.'])
        expect(await statusBy(url, host), `${url} by ${host}`).toBe(421);
      for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `LOCALHOST:${port}`])
        expect(await statusBy(url, host), `${url} by ${host}`).not.toBe(421);
    }
  });

  it('has new credentials at each start, the only ones its emulators accept', async () => {
    // this process would start emulators under it
    const [one, other] = [await getCredentials(dataDir), localCredentials];
    expect(new Set([one.accessKeyId, other.accessKeyId]).size).toBe(2);
    expect(new Set([one.secretAccessKey, other.secretAccessKey]).size).toBe(2);

    const as = (credentials: typeof one) => ({ region: localRegion, credentials, maxAttempts: 1 });
    const strangers = [
      other,
      { accessKeyId: 'local', secretAccessKey: 'local' },
      { ...one, secretAccessKey: 'guessed' },
    ];
    for (const stranger of strangers) {
      const secrets = new SecretsManagerClient({ ...as(stranger), endpoint: at('SECRETS_MANAGER') });
      const tables = new DynamoDBClient({ ...as(stranger), endpoint: at('DYNAMODB') });
      const read = new GetSecretValueCommand({ SecretId: environment.SIGNING_SECRET });
      await expect(secrets.send(read)).rejects.toThrow();
      await expect(tables.send(new ListTablesCommand({}))).rejects.toThrow();
    }
    const edge = await fetch(`${at('CLOUDFRONT_KEYVALUESTORE')}/key-value-stores/any/keys`, {
      headers: {
        authorization: 'AWS4-ECDSA-P256-SHA256 Credential=local/20260101/cloudfront-keyvaluestore/aws4_request',
        'x-amz-region-set': '*',
      },
    });
    expect(edge.status).toBe(403);
  });

  it('stores its data readable by its owner only', async () => {
    expect(await getMode(dataDir)).toBe('700');
    for (const entry of await readdir(dataDir, { withFileTypes: true }))
      expect(await getMode(join(dataDir, entry.name)), entry.name).toBe(entry.isDirectory() ? '700' : '600');
    expect(await getMode(join(dataDir, 'secrets', 'secrets.json'))).toBe('600');
  });

  it('leaves a folder with other files as it is, and restricts only its own files', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'shared-'));
    await chmod(folder, 0o755);
    await writeFile(join(folder, 'notes.txt'), 'mine');
    await mkdir(join(folder, 'secrets'), { mode: 0o755 });

    const cloud = await startEmulators(folder);
    await cloud.close();

    expect(await getMode(folder)).toBe('755');
    for (const own of ['secrets', 's3', 'dynamodb']) expect(await getMode(join(folder, own))).toBe('700');
    await rm(folder, { recursive: true, force: true });
  });
});
