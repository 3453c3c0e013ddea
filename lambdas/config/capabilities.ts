import * as z from 'zod';
import { limits } from '../contract/limits.ts';
import { tables } from './tables.ts';

/** IAM actions on the resource that an environment variable names. */
export interface Permission<V extends string = string> {
  readonly on: V;
  /** IAM actions. */
  readonly actions: readonly string[];
  /** Suffix of the resource's ARN, such as `/code/*`; absent for the resource itself. */
  readonly part?: string;
}

export interface CapabilityRow {
  /** AWS calls, granted by the stack, enforced in the local run. `on` is the variable with the resource's name. */
  readonly grants: readonly Permission[];
  /** Environment variables that name no resource, or whose value is not a plain name. */
  readonly environment?: Readonly<Record<string, z.ZodType>>;
}

const edgeStoreActions = [
  'cloudfront-keyvaluestore:DescribeKeyValueStore',
  'cloudfront-keyvaluestore:ListKeys',
  'cloudfront-keyvaluestore:UpdateKeys',
] as const;

/**
 * AWS calls and environment variables of each capability. Its port is in `ports/ports.ts`.
 *
 * Without `s3:ListBucket`, S3 returns 403 instead of 404 for a missing object. Ports that report absence therefore need
 * that action.
 */
export const capabilities = {
  'callers:read': {
    grants: [
      { on: 'KEYS_TABLE', actions: ['dynamodb:BatchGetItem'] },
      { on: 'KEY_USES_TABLE', actions: ['dynamodb:BatchGetItem', 'dynamodb:UpdateItem'] },
      { on: 'ACCOUNTS_TABLE', actions: ['dynamodb:BatchGetItem'] },
    ],
  },
  'callersWithTemplates:read': {
    grants: [
      { on: 'KEYS_TABLE', actions: ['dynamodb:BatchGetItem'] },
      { on: 'KEY_USES_TABLE', actions: ['dynamodb:BatchGetItem', 'dynamodb:UpdateItem'] },
      { on: 'ACCOUNTS_TABLE', actions: ['dynamodb:BatchGetItem'] },
      { on: 'TEMPLATES_TABLE', actions: ['dynamodb:BatchGetItem'] },
    ],
  },
  'keys:create': {
    grants: [
      { on: 'KEYS_TABLE', actions: ['dynamodb:PutItem'] },
      { on: 'KEY_USES_TABLE', actions: ['dynamodb:PutItem'] },
    ],
  },
  'keys:list': {
    grants: [
      { on: 'KEYS_TABLE', actions: ['dynamodb:BatchGetItem'] },
      { on: 'KEY_USES_TABLE', actions: ['dynamodb:Query'] },
    ],
  },
  'keys:delete': {
    grants: [
      { on: 'KEYS_TABLE', actions: ['dynamodb:DeleteItem'] },
      { on: 'KEY_USES_TABLE', actions: ['dynamodb:DeleteItem'] },
    ],
  },
  'signingKeys:create': { grants: [{ on: 'SIGNING_KEYS_TABLE', actions: ['dynamodb:PutItem'] }] },
  'signingKeys:read': { grants: [{ on: 'SIGNING_KEYS_TABLE', actions: ['dynamodb:Query'] }] },
  'signingKeys:delete': { grants: [{ on: 'SIGNING_KEYS_TABLE', actions: ['dynamodb:DeleteItem'] }] },
  'owners:read': {
    grants: [
      { on: 'ACCOUNTS_TABLE', actions: ['dynamodb:BatchGetItem'] },
      { on: 'TEMPLATES_TABLE', actions: ['dynamodb:BatchGetItem'] },
    ],
  },
  'onDemand:freeze': {
    grants: [
      {
        on: 'TREES_TABLE',
        actions: ['dynamodb:DeleteItem', 'dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
      },
    ],
  },
  'fallback:read': { grants: [{ on: 'TREES_TABLE', actions: ['dynamodb:GetItem'] }] },
  'fallback:write': { grants: [{ on: 'TREES_TABLE', actions: ['dynamodb:DeleteItem', 'dynamodb:PutItem'] }] },
  'renderFailures:add': { grants: [{ on: 'TREES_TABLE', actions: ['dynamodb:PutItem'] }] },
  'renderFailures:list': {
    grants: [{ on: 'TREES_TABLE', actions: ['dynamodb:Query'] }],
    environment: { IMAGE_URL: z.url() },
  },
  'templates:list': {
    grants: [
      { on: 'TEMPLATES_TABLE', actions: ['dynamodb:Query'], part: `/index/${tables.TEMPLATES_TABLE.index.name}` },
    ],
  },
  'templates:create': { grants: [{ on: 'TEMPLATES_TABLE', actions: ['dynamodb:GetItem', 'dynamodb:PutItem'] }] },
  'templates:update': {
    grants: [
      { on: 'TEMPLATES_TABLE', actions: ['dynamodb:GetItem', 'dynamodb:UpdateItem'] },
      { on: 'VERSIONS_TABLE', actions: ['dynamodb:PutItem'] },
    ],
  },
  'templates:delete': {
    grants: [
      { on: 'TEMPLATES_TABLE', actions: ['dynamodb:PutItem'] },
      { on: 'VERSIONS_TABLE', actions: ['dynamodb:DeleteItem', 'dynamodb:Query'] },
    ],
  },
  'templates:trace': { grants: [{ on: 'TEMPLATES_TABLE', actions: ['dynamodb:GetItem'] }] },
  'versions:read': { grants: [{ on: 'VERSIONS_TABLE', actions: ['dynamodb:GetItem'] }] },
  'versions:list': { grants: [{ on: 'VERSIONS_TABLE', actions: ['dynamodb:Query'] }] },
  'sources:read': { grants: [{ on: 'SOURCES_BUCKET', actions: ['s3:GetObject'], part: '/code/*' }] },
  'sources:write': {
    grants: [
      { on: 'SOURCES_BUCKET', actions: ['s3:PutObject'], part: '/code/*' },
      { on: 'SOURCES_BUCKET', actions: ['s3:PutObject'], part: '/render-plans/*' },
    ],
  },
  'renderPlans:read': {
    grants: [
      { on: 'SOURCES_BUCKET', actions: ['s3:ListBucket'] },
      { on: 'SOURCES_BUCKET', actions: ['s3:GetObject'], part: '/render-plans/*' },
    ],
  },
  'trees:write': { grants: [{ on: 'TREES_TABLE', actions: ['dynamodb:UpdateItem'] }] },
  'trees:read': { grants: [{ on: 'TREES_TABLE', actions: ['dynamodb:Query'] }] },
  'trees:cacheRemoteImages': { grants: [{ on: 'TREES_TABLE', actions: ['dynamodb:GetItem', 'dynamodb:PutItem'] }] },
  'cachedRemoteImages:read': {
    grants: [
      { on: 'SOURCES_BUCKET', actions: ['s3:ListBucket'] },
      { on: 'SOURCES_BUCKET', actions: ['s3:GetObject'], part: '/pinned/*' },
    ],
  },
  'cachedRemoteImages:write': { grants: [{ on: 'SOURCES_BUCKET', actions: ['s3:PutObject'], part: '/pinned/*' }] },
  'fonts:read': { grants: [{ on: 'FONTS_TABLE', actions: ['dynamodb:GetItem'] }] },
  'fonts:add': { grants: [{ on: 'FONTS_TABLE', actions: ['dynamodb:PutItem', 'dynamodb:UpdateItem'] }] },
  'fonts:delete': { grants: [{ on: 'FONTS_TABLE', actions: ['dynamodb:UpdateItem'] }] },
  'fontFiles:read': { grants: [{ on: 'SOURCES_BUCKET', actions: ['s3:GetObject'], part: '/fonts/*' }] },
  'fontFiles:write': { grants: [{ on: 'SOURCES_BUCKET', actions: ['s3:PutObject'], part: '/fonts/*' }] },
  'fontPacks:read': { grants: [{ on: 'SOURCES_BUCKET', actions: ['s3:GetObject'], part: '/packs/*' }] },
  'fontPacks:write': {
    grants: [
      { on: 'SOURCES_BUCKET', actions: ['s3:ListBucket'] },
      { on: 'SOURCES_BUCKET', actions: ['s3:GetObject', 's3:PutObject'], part: '/packs/*' },
    ],
  },
  // '' for no source; the folders are set in the local run
  'fontSource:fetch': {
    grants: [],
    environment: { FONT_SOURCE: z.union([z.literal(''), z.url()]).default(''), FONT_PACKAGES: z.string().default('') },
  },
  'images:read': {
    grants: [
      { on: 'IMAGES_BUCKET', actions: ['s3:ListBucket'] },
      { on: 'IMAGES_BUCKET', actions: ['s3:GetObject'], part: '/images/*' },
      { on: 'IMAGES_BUCKET', actions: ['s3:GetObject'], part: '/previews/*' },
    ],
  },
  'images:write': {
    grants: [
      { on: 'IMAGES_BUCKET', actions: ['s3:PutObject'], part: '/images/*' },
      { on: 'IMAGES_BUCKET', actions: ['s3:PutObject'], part: '/previews/*' },
    ],
  },
  'publishedImages:read': {
    grants: [
      { on: 'IMAGES_BUCKET', actions: ['s3:ListBucket'] },
      { on: 'IMAGES_BUCKET', actions: ['s3:GetObject'], part: '/images/*' },
    ],
  },
  'publishedImages:write': { grants: [{ on: 'IMAGES_BUCKET', actions: ['s3:PutObject'], part: '/images/*' }] },
  'images:request': { grants: [] },
  // URL of the queue
  'prewarms:order': {
    grants: [{ on: 'PREWARM_QUEUE', actions: ['sqs:SendMessage'] }],
    environment: { PREWARM_QUEUE: z.url() },
  },
  'renderLeases:acquire': {
    grants: [{ on: 'TREES_TABLE', actions: ['dynamodb:DeleteItem', 'dynamodb:GetItem', 'dynamodb:PutItem'] }],
  },
  'remoteImages:fetch': { grants: [] },
  'usage:read': { grants: [{ on: 'USAGE_TABLE', actions: ['dynamodb:GetItem'] }] },
  // URL of the queue
  'usageEvents:send': {
    grants: [
      { on: 'USAGE_EVENTS_QUEUE', actions: ['sqs:SendMessage'] },
      { on: 'USAGE_TABLE', actions: ['dynamodb:PutItem'] },
    ],
    environment: { USAGE_EVENTS_QUEUE: z.url() },
  },
  'usageEvents:list': { grants: [{ on: 'USAGE_TABLE', actions: ['dynamodb:Query'] }] },
  'idempotency:write': {
    grants: [{ on: 'IDEMPOTENCY_TABLE', actions: ['dynamodb:PutItem', 'dynamodb:Query', 'dynamodb:UpdateItem'] }],
  },
  'mints:spend': {
    grants: [
      { on: 'USAGE_TABLE', actions: ['dynamodb:GetItem', 'dynamodb:UpdateItem'] },
      { on: 'IDEMPOTENCY_TABLE', actions: ['dynamodb:PutItem', 'dynamodb:Query'] },
    ],
  },
  'generations:spend': {
    grants: [
      { on: 'USAGE_TABLE', actions: ['dynamodb:GetItem', 'dynamodb:UpdateItem'] },
      { on: 'IDEMPOTENCY_TABLE', actions: ['dynamodb:PutItem', 'dynamodb:Query'] },
    ],
  },
  'budgets:consume': { grants: [{ on: 'USAGE_TABLE', actions: ['dynamodb:UpdateItem'] }] },
  'budgets:read': { grants: [{ on: 'USAGE_TABLE', actions: ['dynamodb:GetItem'] }] },
  'keyring:read': {
    grants: [{ on: 'SIGNING_SECRET', actions: ['secretsmanager:GetSecretValue'] }],
    environment: { IMAGE_URL: z.url(), URL_LIFETIME_DAYS: z.coerce.number().int().positive() },
  },
  // without IMAGE_URL: the stack creates the image host after this function
  'keyring:verify': {
    grants: [{ on: 'SIGNING_SECRET', actions: ['secretsmanager:GetSecretValue'] }],
    environment: { EDGE_FUNCTION: z.enum(['on', 'off']) },
  },
  'keyring:rotate': {
    grants: [
      {
        on: 'SIGNING_SECRET',
        actions: [
          'secretsmanager:DescribeSecret',
          'secretsmanager:GetSecretValue',
          'secretsmanager:PutSecretValue',
          'secretsmanager:UpdateSecretVersionStage',
        ],
      },
    ],
  },
  // ARN of the edge function's KeyValueStore; '' without an edge function
  'edgeKeys:write': {
    grants: [{ on: 'EDGE_KEYS', actions: edgeStoreActions }],
    environment: { EDGE_KEYS: z.string() },
  },
  'denyList:read': { grants: [{ on: 'DENIALS_TABLE', actions: ['dynamodb:BatchGetItem'] }] },
  'denyList:list': { grants: [{ on: 'DENIALS_TABLE', actions: ['dynamodb:Scan'] }] },
  'edgeDenyList:write': {
    grants: [{ on: 'EDGE_KEYS', actions: edgeStoreActions }],
    environment: { EDGE_KEYS: z.string() },
  },
  'revocations:read': { grants: [{ on: 'REVOCATIONS_TABLE', actions: ['dynamodb:BatchGetItem', 'dynamodb:Query'] }] },
  'revocations:list': { grants: [{ on: 'REVOCATIONS_TABLE', actions: ['dynamodb:Query'] }] },
  'revocations:add': { grants: [{ on: 'REVOCATIONS_TABLE', actions: ['dynamodb:PutItem', 'dynamodb:Query'] }] },
  'revocations:lift': {
    grants: [{ on: 'REVOCATIONS_TABLE', actions: ['dynamodb:DeleteItem', 'dynamodb:Query', 'dynamodb:UpdateItem'] }],
  },
  'revocations:walk': { grants: [{ on: 'REVOCATIONS_TABLE', actions: ['dynamodb:Scan'] }] },
  'edgeRevocations:add': {
    grants: [
      {
        on: 'EDGE_KEYS',
        actions: ['cloudfront-keyvaluestore:DescribeKeyValueStore', 'cloudfront-keyvaluestore:UpdateKeys'],
      },
    ],
    environment: { EDGE_KEYS: z.string() },
  },
  'edgeRevocations:lift': {
    grants: [
      {
        on: 'EDGE_KEYS',
        actions: [
          'cloudfront-keyvaluestore:DescribeKeyValueStore',
          'cloudfront-keyvaluestore:GetKey',
          'cloudfront-keyvaluestore:UpdateKeys',
        ],
      },
    ],
    environment: { EDGE_KEYS: z.string() },
  },
  'edgeRevocations:write': {
    grants: [{ on: 'EDGE_KEYS', actions: edgeStoreActions }],
    environment: { EDGE_KEYS: z.string() },
  },
  'author:ask': {
    grants: [{ on: 'BEDROCK_MODEL', actions: ['bedrock:InvokeModel'] }],
    environment: {
      BEDROCK_MODEL: z.string(),
      AUTHOR_ROUNDS: z.coerce.number().int().positive().default(limits.authorRounds),
      AUTHOR_MAX_TOKENS: z.coerce.number().int().positive().default(limits.authorAnswerTokens),
    },
  },
  'sites:read': { grants: [{ on: 'TREES_TABLE', actions: ['dynamodb:GetItem'] }] },
  'sites:create': {
    grants: [{ on: 'TREES_TABLE', actions: ['dynamodb:PutItem'] }],
    environment: { IMAGE_URL: z.url() },
  },
  'sites:update': { grants: [{ on: 'TREES_TABLE', actions: ['dynamodb:GetItem', 'dynamodb:PutItem'] }] },
  'sites:delete': { grants: [{ on: 'TREES_TABLE', actions: ['dynamodb:DeleteItem'] }] },
  'sites:list': { grants: [{ on: 'TREES_TABLE', actions: ['dynamodb:Query'] }] },
  'sitePages:write': { grants: [{ on: 'TREES_TABLE', actions: ['dynamodb:GetItem', 'dynamodb:PutItem'] }] },
  // on in the local run, whose pages are on the same machine
  'pages:fetch': { grants: [], environment: { LOOPBACK_PAGES: z.enum(['on', 'off']) } },
  'accounts:read': { grants: [{ on: 'ACCOUNTS_TABLE', actions: ['dynamodb:GetItem'] }] },
  'accounts:roll': {
    grants: [
      { on: 'ACCOUNTS_TABLE', actions: ['dynamodb:UpdateItem'] },
      { on: 'ACCOUNTS_TABLE', actions: ['dynamodb:Query'], part: `/index/${tables.ACCOUNTS_TABLE.index.name}` },
      { on: 'USAGE_TABLE', actions: ['dynamodb:DeleteItem', 'dynamodb:Query'] },
    ],
  },
  'service:call': {
    grants: [{ on: 'CANARY_KEY', actions: ['secretsmanager:GetSecretValue'] }],
    environment: { BASE_URL: z.url() },
  },
  'accounts:write': { grants: [{ on: 'ACCOUNTS_TABLE', actions: ['dynamodb:PutItem', 'dynamodb:UpdateItem'] }] },
  'keys:end': { grants: [{ on: 'KEYS_TABLE', actions: ['dynamodb:UpdateItem'] }] },
  // secrets that the stack declares: requests name them, and the stack grants access to each
  'keySecrets:write': {
    grants: [
      {
        on: 'KEY_SECRETS',
        actions: [
          'secretsmanager:GetSecretValue',
          'secretsmanager:PutSecretValue',
          'secretsmanager:UpdateSecretVersionStage',
        ],
      },
    ],
    environment: { KEY_SECRETS: z.string() },
  },
  // the bucket of the stack's assets, granted likewise
  'templateAssets:read': {
    grants: [{ on: 'TEMPLATE_ASSETS', actions: ['s3:GetObject'], part: '/*' }],
    environment: { TEMPLATE_ASSETS: z.string() },
  },
  // API_TARGET: host name to connect to instead of BASE_URL's, whose DNS record may not exist yet; '' for none
  'api:call': { grants: [], environment: { BASE_URL: z.url(), API_TARGET: z.string() } },
  // on in the local run, which receives the responses on the same machine
  'customResources:answer': { grants: [], environment: { LOOPBACK_ANSWERS: z.enum(['on', 'off']) } },
} as const satisfies Record<string, CapabilityRow>;

export type Capability = keyof typeof capabilities;

type Row<C extends Capability> = (typeof capabilities)[C];
/** Environment variables that name a resource. */
export type ResourceVariable = Row<Capability>['grants'][number]['on'];

type Extra<C extends Capability> =
  Row<C> extends { readonly environment: infer E extends Record<string, z.ZodType> }
    ? { readonly [V in keyof E]: z.output<E[V]> }
    : unknown;
/** The parsed environment variables of one capability. */
export type EnvironmentOf<C extends Capability> = {
  readonly [V in Exclude<Row<C>['grants'][number]['on'], keyof Extra<C>>]: string;
} & Extra<C>;
