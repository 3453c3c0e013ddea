import type { TableVariable } from '../lambdas/tables.ts';

/** Where the stand-ins of one run listen. */
export interface StandInAddresses {
  readonly dynamoDb: string;
  readonly s3: string;
  readonly secretsManager: string;
}

export const tableNames: Record<TableVariable, string> = {
  KEYS_TABLE: 'keys',
  ACCOUNTS_TABLE: 'accounts',
  USAGE_TABLE: 'usage',
  TEMPLATES_TABLE: 'templates',
  TREES_TABLE: 'trees',
};

export const bucketNames = { SOURCES_BUCKET: 'sources', IMAGES_BUCKET: 'images' } as const;

export const signingSecretName = 'signing-keyring';
