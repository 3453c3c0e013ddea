import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from 'image-url-contract/limits.ts';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createKeyring } from '../../../lambdas/aws/secrets-manager/keyring-store.ts';
import { startEmulators } from '../../../local/emulators.ts';
import { startFaultProxy } from './fault-proxy.ts';

/**
 * Starts the cloud on loopback, on empty data and with a fault proxy before each of its services, and makes this process's AWS clients
 * use it.
 */
export const startFaultyCloud = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'faulty-cloud-'));
  const { environment, edgeKeys, close } = await startEmulators(folder);
  const before = (name: string, service: 'dynamodb' | 's3' | 'secretsmanager') =>
    startFaultProxy(environment[`AWS_ENDPOINT_URL_${name}`] ?? '', service);
  const [dynamoDb, s3, secrets] = await Promise.all([
    before('DYNAMODB', 'dynamodb'),
    before('S3', 's3'),
    before('SECRETS_MANAGER', 'secretsmanager'),
  ]);
  Object.assign(process.env, environment, {
    AWS_ENDPOINT_URL_DYNAMODB: dynamoDb.url,
    AWS_ENDPOINT_URL_S3: s3.url,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.url,
    BASE_URL: 'http://api.test',
    IMAGE_URL: 'http://images.test',
    URL_LIFETIME_DAYS: String(limits.urlLifetimeDays),
    EDGE_FUNCTION: 'off',
    LOOPBACK_FETCHES: 'on',
    BEDROCK_MODEL: '',
    POWERTOOLS_LOG_LEVEL: 'CRITICAL',
  });
  await createKeyring(environment.SIGNING_SECRET ?? '');
  const proxies = [dynamoDb, s3, secrets];
  const calm = () => {
    for (const proxy of proxies) proxy.calm();
  };
  calm();
  return {
    dynamoDb,
    s3,
    secrets,
    /** The edge's store, as the edge function reads it. */
    edgeKeys,
    /** The emulators without the proxies, for looking at what is really there. */
    behind: environment,
    calm,
    close: async () => {
      await Promise.all(proxies.map((proxy) => proxy.close()));
      await close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

export type FaultyCloud = Awaited<ReturnType<typeof startFaultyCloud>>;

/** A faulty cloud for the tests of one file: started before the first, without faults at the beginning of each. */
export const useFaultyCloud = (): FaultyCloud => {
  const cloud = {} as FaultyCloud;
  beforeAll(async () => {
    Object.assign(cloud, await startFaultyCloud());
  });
  beforeEach(() => cloud.calm());
  afterAll(() => cloud.close());
  return cloud;
};
