import { cloudFrontEdgeDenyList } from '../lambdas/aws/cloudfront/edge-deny-list.ts';
import {
  cloudFrontEdgeRevocationAdder,
  cloudFrontEdgeRevocationLifter,
} from '../lambdas/aws/cloudfront/edge-revocations.ts';
import { dynamoDbFontLister } from '../lambdas/aws/dynamodb/fonts.ts';
import {
  dynamoDbRevocationAdder,
  dynamoDbRevocationLifter,
  dynamoDbRevocationWalker,
} from '../lambdas/aws/dynamodb/revocations.ts';
import { dynamoDbTreeWriter } from '../lambdas/aws/dynamodb/trees.ts';
import { s3FontPackReader, s3FontPackStore } from '../lambdas/aws/s3/font-packs.ts';
import { s3FontFileReader, s3RenderPlanReader, s3SourceReader, s3SourceWriter } from '../lambdas/aws/s3/sources.ts';
import { readCanaryKey, writeCanaryKey } from '../lambdas/aws/secrets-manager/canary-key.ts';
import { secretsManagerKeyringVerifier } from '../lambdas/aws/secrets-manager/keyring.ts';
import { readEnvironment } from '../lambdas/config/environment.ts';
import { type TableVariable, tables } from '../lambdas/config/tables.ts';
import { configuredFontSource } from '../lambdas/font-source/configured-font-source.ts';
import { storedAccountData } from './account-data.ts';
import { cloudFrontCaches } from './edge-caches.ts';
import { dynamoDbAdministration } from './store.ts';

const getName = (variable: TableVariable | ResourceName): string => {
  const name = process.env[variable];
  if (!name) throw new Error(`${variable} is not set.`);
  return name;
};

type ResourceName = 'CANARY_KEY' | 'SIGNING_SECRET' | 'SOURCES_BUCKET' | 'IMAGES_BUCKET' | 'DISTRIBUTION_ID';

const getTableNames = () =>
  Object.fromEntries(Object.keys(tables).map((name) => [name, getName(name as TableVariable)])) as Record<
    TableVariable,
    string
  >;

/** Returns the admin program's ports, configured by this process's environment variables. */
export const administration = () => ({
  store: dynamoDbAdministration(getTableNames()),
  data: storedAccountData({
    ...getTableNames(),
    SOURCES_BUCKET: getName('SOURCES_BUCKET'),
    IMAGES_BUCKET: getName('IMAGES_BUCKET'),
  }),
  edgeCaches: cloudFrontCaches(() => getName('DISTRIBUTION_ID')),
  canaryKey: {
    read: () => readCanaryKey(getName('CANARY_KEY')),
    write: (apiKey: string) => writeCanaryKey(getName('CANARY_KEY'), apiKey),
  },
  ports: {
    'sources:read': s3SourceReader(readEnvironment('sources:read')),
    'renderPlans:read': s3RenderPlanReader(readEnvironment('renderPlans:read')),
    'fonts:read': dynamoDbFontLister(readEnvironment('fonts:read')),
    'fontFiles:read': s3FontFileReader(readEnvironment('fontFiles:read')),
    'fontPacks:read': s3FontPackReader(readEnvironment('fontPacks:read')),
    'fontPacks:write': s3FontPackStore(readEnvironment('fontPacks:write')),
    'fontSource:fetch': configuredFontSource(readEnvironment('fontSource:fetch')),
    'sources:write': s3SourceWriter(readEnvironment('sources:write')),
    'trees:write': dynamoDbTreeWriter(readEnvironment('trees:write')),
    'edgeDenyList:write': cloudFrontEdgeDenyList(readEnvironment('edgeDenyList:write')),
    // a stage without an edge function has no store for one
    'keyring:verify': secretsManagerKeyringVerifier({
      SIGNING_SECRET: getName('SIGNING_SECRET'),
      EDGE_FUNCTION: process.env.EDGE_KEYS ? 'on' : 'off',
    }),
    'revocations:add': dynamoDbRevocationAdder(readEnvironment('revocations:add')),
    'revocations:lift': dynamoDbRevocationLifter(readEnvironment('revocations:lift')),
    'revocations:walk': dynamoDbRevocationWalker(readEnvironment('revocations:walk')),
    'edgeRevocations:add': cloudFrontEdgeRevocationAdder(readEnvironment('edgeRevocations:add')),
    'edgeRevocations:lift': cloudFrontEdgeRevocationLifter(readEnvironment('edgeRevocations:lift')),
  },
});
