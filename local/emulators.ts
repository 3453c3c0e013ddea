import { join } from 'node:path';
import { functions } from '../lambdas/config/functions.ts';
import { type TableSchema, type TableVariable, tables } from '../lambdas/config/tables.ts';
import { type CloudFrontEmulator, distributionId, startCloudFront } from './cloudfront.ts';
import { localIdentity } from './credentials.ts';
import { startDynamoDb } from './dynamodb.ts';
import type { EdgeKeys } from './edge-function.ts';
import { edgeKeysArn, startEdgeKeyStore } from './edge-key-store.ts';
import { type EventSource, eventSource } from './event-source.ts';
import type { Emulator } from './listen.ts';
import { privateFolder } from './private-folder.ts';
import { startS3 } from './s3.ts';
import { startSecretsManager } from './secrets-manager.ts';
import { type QueueEmulator, startSqs } from './sqs.ts';

const getName = (variable: string): string => variable.replace(/_(TABLE|BUCKET)$/, '').toLowerCase();

const tableNames = Object.fromEntries(Object.keys(tables).map((variable) => [variable, getName(variable)])) as Record<
  TableVariable,
  string
>;
const bucketNames = {
  SOURCES_BUCKET: getName('SOURCES_BUCKET'),
  IMAGES_BUCKET: getName('IMAGES_BUCKET'),
  LOGS_BUCKET: getName('LOGS_BUCKET'),
};
const signingSecret = 'signing-keyring';
/** Bucket to which a synthesis would publish templates. */
const assetsBucket = 'assets';

const tableDefinitions = Object.entries(tables as Record<TableVariable, TableSchema>).map(
  ([variable, { index, partitionKey, sortKey }]) => ({
    name: tableNames[variable as TableVariable],
    partitionKey,
    ...(sortKey !== undefined && { sortKey }),
    ...(index && { indexes: [index] }),
  }),
);

/** The cloud on loopback: running emulators, and the environment with which AWS clients and handlers use them. */
export interface LocalCloud {
  readonly environment: Readonly<Record<string, string>>;
  /** The edge function's key store, as the function reads it. */
  readonly edgeKeys: EdgeKeys;
  /** Images for which mints requested `prewarm`. */
  readonly prewarms: Pick<QueueEmulator, 'feed'>;
  /** Keys of changed counters and accounts. */
  readonly usageChanges: Pick<EventSource, 'feed'>;
  /** Registers caches of the image host for CloudFront's invalidations. */
  readonly invalidations: Pick<CloudFrontEmulator, 'onInvalidation'>;
  close(): Promise<void>;
}

/** Returns the environment of AWS clients for emulators at these addresses; the SDK reads all of it. */
const getEnvironment = (
  dynamoDb: Emulator,
  s3: Emulator,
  secrets: Emulator,
  edgeKeyStore: Emulator,
  prewarms: QueueEmulator,
  cloudFront: Emulator,
  usageEvents: QueueEmulator,
): Record<string, string> => ({
  ...localIdentity,
  AWS_ENDPOINT_URL_DYNAMODB: dynamoDb.url,
  AWS_ENDPOINT_URL_S3: s3.url,
  AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.url,
  AWS_ENDPOINT_URL_CLOUDFRONT_KEYVALUESTORE: edgeKeyStore.url,
  ...tableNames,
  ...bucketNames,
  VIEWS: 'images',
  SIGNING_SECRET: signingSecret,
  EDGE_KEYS: edgeKeysArn,
  CANARY_KEY: 'canary-key',
  KEY_SECRETS: 'stack-key',
  TEMPLATE_ASSETS: assetsBucket,
  API_TARGET: '',
  LOOPBACK_ANSWERS: 'on',
  PREWARM_QUEUE: prewarms.queueUrl,
  USAGE_EVENTS_QUEUE: usageEvents.queueUrl,
  AWS_ENDPOINT_URL_CLOUDFRONT: cloudFront.url,
  DISTRIBUTION_ID: distributionId,
  PLANS: JSON.stringify({ own: { mints: null, generations: null } }),
});

/** Contents of a data folder. */
const ownFiles = ['dynamodb', 's3', 'secrets', 'endpoints.json', 'developer.json', 'studio-session'];

/** Starts the emulators: DynamoDB, S3 and Secrets Manager with data in a folder, the others in memory. */
export const startEmulators = async (dataDir: string): Promise<LocalCloud> => {
  await privateFolder(dataDir, ownFiles);
  // first, because the database detects a folder that is in use
  const usageChanges = eventSource(functions.reportUsage.fromStream);
  const dynamoDb = await startDynamoDb({
    dir: join(dataDir, 'dynamodb'),
    tables: tableDefinitions,
    onWrite: (table, record) => {
      if ([tableNames.USAGE_TABLE, tableNames.ACCOUNTS_TABLE].includes(table)) usageChanges.put(record);
    },
  });
  const s3 = await startS3({ dir: join(dataDir, 's3'), buckets: [...Object.values(bucketNames), assetsBucket] });
  const secrets = await startSecretsManager({ dir: join(dataDir, 'secrets') });
  const edgeKeyStore = await startEdgeKeyStore();
  const prewarms = await startSqs(functions.prewarmImage.fromQueue);
  const cloudFront = await startCloudFront();
  // no consumer: sent events are in the log
  const usageEvents = await startSqs({ name: 'usage-events', atOnce: 1, tries: 1 });
  const running = [dynamoDb, s3, secrets, edgeKeyStore, prewarms, cloudFront, usageEvents] as const;
  return {
    environment: getEnvironment(...running),
    edgeKeys: edgeKeyStore.keys,
    prewarms,
    usageChanges,
    invalidations: cloudFront,
    close: async () => {
      usageChanges.close();
      await Promise.all(running.map((emulator) => emulator.close()));
    },
  };
};
