import * as adapters from '../lambdas/aws/adapters.ts';
import { connectAll } from '../lambdas/aws/connect.ts';
import { readCanaryKey, writeCanaryKey } from '../lambdas/aws/secrets-manager/canary-key.ts';
import { secretsManagerKeyringReader } from '../lambdas/aws/secrets-manager/keyring.ts';
import { edgeSettings } from '../lambdas/config/settings.ts';
import { type TableVariable, tables } from '../lambdas/config/tables.ts';
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
    ...connectAll(
      [
        'sources:read',
        'sources:write',
        'renderPlans:read',
        'fonts:read',
        'fontFiles:read',
        'fontPacks:read',
        'fontPacks:write',
        'fontSource:fetch',
        'trees:write',
        'edgeDenyList:write',
        'revocations:add',
        'revocations:lift',
        'revocations:walk',
        'edgeRevocations:add',
        'edgeRevocations:lift',
        'sites:read',
      ],
      adapters,
    ),
    // a stage without an edge function has no store for one
    'settings:edge': edgeSettings({ EDGE_FUNCTION: process.env.EDGE_KEYS ? 'on' : 'off' }),
    'keyring:read': secretsManagerKeyringReader({ SIGNING_SECRET: getName('SIGNING_SECRET') }),
  },
});
