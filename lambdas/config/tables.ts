/** The keys of a table; its other settings are in the stack. */
export interface TableSchema {
  readonly partitionKey: string;
  readonly sortKey?: string;
  readonly index?: { readonly name: string; readonly partitionKey: string; readonly sortKey: string };
  /** Attribute with the time after which DynamoDB may delete a row, in Unix seconds. */
  readonly timeToLive?: string;
  /**
   * Kinds of its items, if there are several: partition keys begin with the kind and a space, so that permissions end
   * at the kind.
   */
  readonly kinds?: readonly string[];
}

/** The tables, by the environment variable with their name. All keys are strings. */
export const tables = {
  KEYS_TABLE: { partitionKey: 'keyId' },
  KEY_USES_TABLE: { partitionKey: 'accountId', sortKey: 'keyId' },
  SIGNING_KEYS_TABLE: { partitionKey: 'accountId', sortKey: 'signingKeyId' },
  ACCOUNTS_TABLE: {
    partitionKey: 'accountId',
    index: { name: 'byPeriodEnd', partitionKey: 'cycle', sortKey: 'periodEnd' },
  },
  USAGE_TABLE: {
    partitionKey: 'owner',
    sortKey: 'part',
    timeToLive: 'expires',
    kinds: ['month', 'sent-event', 'closed-account'],
  },
  BUDGETS_TABLE: {
    partitionKey: 'owner',
    sortKey: 'name',
    timeToLive: 'expires',
    kinds: ['account', 'fetch', 'site'],
  },
  TEMPLATES_TABLE: {
    partitionKey: 'templateId',
    index: { name: 'byOwner', partitionKey: 'ownerId', sortKey: 'createdAt' },
  },
  VERSIONS_TABLE: { partitionKey: 'templateId', sortKey: 'version' },
  FONTS_TABLE: { partitionKey: 'accountId' },
  DENIALS_TABLE: { partitionKey: 'subject' },
  AUDIT_TABLE: { partitionKey: 'accountId', sortKey: 'entry', timeToLive: 'expires' },
  REVOCATIONS_TABLE: { partitionKey: 'accountId', sortKey: 'revocationId', timeToLive: 'expires' },
  VIEWS_TABLE: { partitionKey: 'accountId', sortKey: 'part', timeToLive: 'expires' },
  IDEMPOTENCY_TABLE: {
    partitionKey: 'id',
    sortKey: 'part',
    timeToLive: 'expires',
    kinds: ['key', 'segment', 'generation'],
  },
  TREES_TABLE: {
    partitionKey: 'address',
    sortKey: 'part',
    timeToLive: 'expires',
    kinds: [
      ...['tree', 'remote-images', 'lease', 'frozen-image', 'render-failures', 'page-failures'],
      ...['fallback', 'sites', 'site-page', 'site-refresh', 'site-proof', 'assets'],
    ],
  },
} as const satisfies Record<string, TableSchema>;

export type TableVariable = keyof typeof tables;
