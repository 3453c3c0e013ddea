import { limits } from 'image-url-contract/limits.ts';
import { viewsSettings } from 'image-url-contract/schemas/views.ts';
import * as z from 'zod';

/** IAM actions on the resource that an environment variable names. */
export interface Permission<V extends string = string> {
  readonly on: V;
  readonly actions: readonly string[];
  /** Suffix of the resource's ARN, such as `/code/*`; '' for the resource itself. */
  readonly part: string;
  /** Kinds of items of a table to which it is limited, separated by commas. @default all */
  readonly kind?: string | undefined;
}

/** Returns an action and what it is granted on, as rows name it: `dynamodb:PutItem TREES_TABLE:lease`. */
export const toGrant = (action: string, { on, part, kind }: Permission): string =>
  `${action} ${on}${part}${kind === undefined ? '' : `:${kind}`}`;

type VariableIn<Resource> = Resource extends `${infer V}${'/' | ':'}${string}` ? V : Resource & string;
type Environment = Readonly<Record<string, z.ZodType>>;

/**
 * Returns the row of a capability.
 *
 * @param calls AWS calls, granted by the stack, enforced in the local run: IAM actions by resource. A
 *   resource is the environment variable that contains its name; a suffix limits it to a part, in a table to kinds of
 *   items (`TREES_TABLE:lease`; `TREES_TABLE:sites,site-page` if one call may read both)
 * @param environment variables that name no resource, or whose value is not a plain name
 */
const row = <const C extends Readonly<Record<string, readonly string[]>>, E extends Environment = Record<never, never>>(
  calls: C,
  environment: E = {} as E,
) => ({
  grants: Object.entries(calls).map(([resource, actions]): Permission<VariableIn<keyof C>> => {
    const [target = '', kind] = resource.split(':');
    const [on = ''] = target.split('/', 1);
    return { on: on as VariableIn<keyof C>, actions, part: target.slice(on.length), kind };
  }),
  environment,
});

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
  'callers:read': row({
    KEYS_TABLE: ['dynamodb:BatchGetItem'],
    KEY_USES_TABLE: ['dynamodb:BatchGetItem', 'dynamodb:UpdateItem'],
    ACCOUNTS_TABLE: ['dynamodb:BatchGetItem'],
  }),
  'callersWithTemplates:read': row({
    KEYS_TABLE: ['dynamodb:BatchGetItem'],
    KEY_USES_TABLE: ['dynamodb:BatchGetItem', 'dynamodb:UpdateItem'],
    ACCOUNTS_TABLE: ['dynamodb:BatchGetItem'],
    TEMPLATES_TABLE: ['dynamodb:BatchGetItem'],
  }),
  'minters:read': row({
    KEYS_TABLE: ['dynamodb:BatchGetItem'],
    KEY_USES_TABLE: ['dynamodb:BatchGetItem', 'dynamodb:UpdateItem'],
    ACCOUNTS_TABLE: ['dynamodb:BatchGetItem'],
    TEMPLATES_TABLE: ['dynamodb:BatchGetItem'],
    FONTS_TABLE: ['dynamodb:BatchGetItem'],
    'USAGE_TABLE:month': ['dynamodb:Query'],
  }),
  'keys:create': row({ KEYS_TABLE: ['dynamodb:PutItem'], KEY_USES_TABLE: ['dynamodb:PutItem'] }),
  'keys:list': row({ KEYS_TABLE: ['dynamodb:BatchGetItem'], KEY_USES_TABLE: ['dynamodb:Query'] }),
  'keys:read': row({ KEYS_TABLE: ['dynamodb:GetItem'] }),
  'keys:delete': row({ KEYS_TABLE: ['dynamodb:DeleteItem'], KEY_USES_TABLE: ['dynamodb:DeleteItem'] }),
  'signingKeys:create': row({ SIGNING_KEYS_TABLE: ['dynamodb:PutItem'] }),
  'signingKeys:read': row({ SIGNING_KEYS_TABLE: ['dynamodb:Query'] }),
  'signingKeys:delete': row({ SIGNING_KEYS_TABLE: ['dynamodb:DeleteItem'] }),
  'owners:read': row({
    ACCOUNTS_TABLE: ['dynamodb:BatchGetItem'],
    TEMPLATES_TABLE: ['dynamodb:BatchGetItem'],
    FONTS_TABLE: ['dynamodb:BatchGetItem'],
    SIGNING_KEYS_TABLE: ['dynamodb:BatchGetItem'],
  }),
  'onDemand:freeze': row({
    'TREES_TABLE:frozen-image': [
      'dynamodb:BatchGetItem',
      'dynamodb:DeleteItem',
      'dynamodb:PutItem',
      'dynamodb:UpdateItem',
    ],
  }),
  'fallback:read': row({ 'TREES_TABLE:fallback': ['dynamodb:GetItem'] }),
  'fallback:write': row({ 'TREES_TABLE:fallback': ['dynamodb:DeleteItem', 'dynamodb:GetItem', 'dynamodb:PutItem'] }),
  'renderFailures:add': row({ 'TREES_TABLE:render-failures': ['dynamodb:PutItem'] }),
  'pageFailures:add': row({ 'TREES_TABLE:page-failures': ['dynamodb:PutItem'] }),
  'renderFailures:list': row({
    'TREES_TABLE:render-failures': ['dynamodb:Query'],
    'TREES_TABLE:page-failures': ['dynamodb:Query'],
  }),
  'templates:list': row({ 'TEMPLATES_TABLE/index/byOwner': ['dynamodb:Query'] }),
  'templates:create': row({ TEMPLATES_TABLE: ['dynamodb:GetItem', 'dynamodb:PutItem'] }),
  'templates:update': row({
    TEMPLATES_TABLE: ['dynamodb:GetItem', 'dynamodb:UpdateItem'],
    VERSIONS_TABLE: ['dynamodb:PutItem'],
  }),
  'templates:delete': row({
    TEMPLATES_TABLE: ['dynamodb:PutItem'],
    VERSIONS_TABLE: ['dynamodb:DeleteItem', 'dynamodb:Query'],
  }),
  'templates:trace': row({ TEMPLATES_TABLE: ['dynamodb:GetItem'] }),
  'versions:read': row({ VERSIONS_TABLE: ['dynamodb:GetItem'] }),
  'versions:list': row({ VERSIONS_TABLE: ['dynamodb:Query'] }),
  'sources:read': row({ 'SOURCES_BUCKET/code/*': ['s3:GetObject'] }),
  'sources:write': row({
    'SOURCES_BUCKET/code/*': ['s3:PutObject'],
    'SOURCES_BUCKET/render-plans/*': ['s3:PutObject'],
  }),
  'renderPlans:read': row({ SOURCES_BUCKET: ['s3:ListBucket'], 'SOURCES_BUCKET/render-plans/*': ['s3:GetObject'] }),
  'trees:write': row({ 'TREES_TABLE:tree': ['dynamodb:UpdateItem'] }),
  'trees:read': row({ 'TREES_TABLE:tree': ['dynamodb:GetItem'], 'TREES_TABLE:remote-images': ['dynamodb:Query'] }),
  'trees:cacheRemoteImages': row({ 'TREES_TABLE:remote-images': ['dynamodb:GetItem', 'dynamodb:PutItem'] }),
  'cachedRemoteImages:read': row({ SOURCES_BUCKET: ['s3:ListBucket'], 'SOURCES_BUCKET/pinned/*': ['s3:GetObject'] }),
  'cachedRemoteImages:write': row({ 'SOURCES_BUCKET/pinned/*': ['s3:PutObject'] }),
  'fonts:read': row({ FONTS_TABLE: ['dynamodb:GetItem'] }),
  'fonts:add': row({ FONTS_TABLE: ['dynamodb:PutItem', 'dynamodb:UpdateItem'] }),
  'fonts:delete': row({ FONTS_TABLE: ['dynamodb:UpdateItem'] }),
  'fontFiles:read': row({ 'SOURCES_BUCKET/fonts/*': ['s3:GetObject'] }),
  'fontFiles:write': row({ 'SOURCES_BUCKET/fonts/*': ['s3:PutObject'] }),
  'fontPacks:read': row({ 'SOURCES_BUCKET/packs/*': ['s3:GetObject'] }),
  'fontPacks:write': row({
    SOURCES_BUCKET: ['s3:ListBucket'],
    'SOURCES_BUCKET/packs/*': ['s3:GetObject', 's3:PutObject'],
  }),
  // '' for no source; the folders are set in the local run
  'fontSource:fetch': row(
    {},
    { FONT_SOURCE: z.union([z.literal(''), z.url()]).default(''), FONT_PACKAGES: z.string().default('') },
  ),
  'assets:list': row({ 'TREES_TABLE:assets': ['dynamodb:Query'] }),
  'assets:write': row({
    'TREES_TABLE:assets': ['dynamodb:DeleteItem', 'dynamodb:GetItem', 'dynamodb:UpdateItem'],
  }),
  'assetFiles:write': row({ 'IMAGES_BUCKET/v1/a/*': ['s3:PutObject'] }),
  'assetFiles:delete': row({ 'IMAGES_BUCKET/v1/a/*': ['s3:DeleteObject'] }),
  'images:read': row({
    IMAGES_BUCKET: ['s3:ListBucket'],
    'IMAGES_BUCKET/images/*': ['s3:GetObject'],
    'IMAGES_BUCKET/previews/*': ['s3:GetObject'],
  }),
  'images:write': row({ 'IMAGES_BUCKET/images/*': ['s3:PutObject'], 'IMAGES_BUCKET/previews/*': ['s3:PutObject'] }),
  'publishedImages:read': row({ IMAGES_BUCKET: ['s3:ListBucket'], 'IMAGES_BUCKET/images/*': ['s3:GetObject'] }),
  'publishedImages:write': row({ 'IMAGES_BUCKET/images/*': ['s3:PutObject'] }),
  'images:request': row({}),
  // URL of the queue
  'prewarms:order': row({ PREWARM_QUEUE: ['sqs:SendMessage'] }, { PREWARM_QUEUE: z.url() }),
  'renderLeases:acquire': row({ 'TREES_TABLE:lease': ['dynamodb:DeleteItem', 'dynamodb:GetItem', 'dynamodb:PutItem'] }),
  // assets of the account are read from the bucket
  'remoteImages:fetch': row({
    'BUDGETS_TABLE:fetch': ['dynamodb:UpdateItem'],
    IMAGES_BUCKET: ['s3:ListBucket'],
    'IMAGES_BUCKET/v1/a/*': ['s3:GetObject'],
  }),
  'usage:read': row({ 'USAGE_TABLE:month': ['dynamodb:GetItem'] }),
  // URL of the queue
  'usageEvents:send': row(
    { USAGE_EVENTS_QUEUE: ['sqs:SendMessage'], 'USAGE_TABLE:sent-event': ['dynamodb:PutItem'] },
    { USAGE_EVENTS_QUEUE: z.url() },
  ),
  'usageEvents:list': row({ 'USAGE_TABLE:sent-event': ['dynamodb:Query'] }),
  'idempotency:write': row({ 'IDEMPOTENCY_TABLE:key': ['dynamodb:PutItem', 'dynamodb:Query', 'dynamodb:UpdateItem'] }),
  'mints:spend': row({
    'USAGE_TABLE:month': ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:UpdateItem'],
    'IDEMPOTENCY_TABLE:segment': ['dynamodb:PutItem', 'dynamodb:Query'],
  }),
  'generations:spend': row({
    'USAGE_TABLE:month': ['dynamodb:GetItem', 'dynamodb:UpdateItem'],
    'IDEMPOTENCY_TABLE:segment': ['dynamodb:PutItem', 'dynamodb:Query'],
  }),
  'generationProgress:write': row({ 'IDEMPOTENCY_TABLE:generation': ['dynamodb:GetItem', 'dynamodb:UpdateItem'] }),
  'generationProgress:read': row({ 'IDEMPOTENCY_TABLE:generation': ['dynamodb:GetItem'] }),
  'generationProgress:cancel': row({ 'IDEMPOTENCY_TABLE:generation': ['dynamodb:GetItem', 'dynamodb:UpdateItem'] }),
  'budgets:consume': row({ 'BUDGETS_TABLE:account': ['dynamodb:UpdateItem'] }),
  'budgets:read': row({ 'BUDGETS_TABLE:account': ['dynamodb:GetItem'] }),
  'keyring:read': row({ SIGNING_SECRET: ['secretsmanager:GetSecretValue'] }),
  // not for a function that the image host calls: the stack creates the host after it
  'settings:urls': row({}, { IMAGE_URL: z.url(), URL_LIFETIME_DAYS: z.coerce.number().int().positive() }),
  'settings:edge': row({}, { EDGE_FUNCTION: z.enum(['on', 'off']) }),
  'keyring:rotate': row({
    SIGNING_SECRET: [
      'secretsmanager:DescribeSecret',
      'secretsmanager:GetSecretValue',
      'secretsmanager:PutSecretValue',
      'secretsmanager:UpdateSecretVersionStage',
    ],
  }),
  // ARN of the edge function's KeyValueStore; '' without an edge function
  'edgeKeys:write': row({ EDGE_KEYS: edgeStoreActions }, { EDGE_KEYS: z.string() }),
  'denyList:read': row({
    DENIALS_TABLE: ['dynamodb:BatchGetItem'],
    'USAGE_TABLE:closed-account': ['dynamodb:BatchGetItem'],
  }),
  'closedAccounts:read': row({ 'USAGE_TABLE:closed-account': ['dynamodb:GetItem'] }),
  'denyList:list': row({ DENIALS_TABLE: ['dynamodb:Scan'] }),
  'edgeDenyList:write': row({ EDGE_KEYS: edgeStoreActions }, { EDGE_KEYS: z.string() }),
  'revocations:read': row({ REVOCATIONS_TABLE: ['dynamodb:BatchGetItem', 'dynamodb:Query'] }),
  'revocations:list': row({ REVOCATIONS_TABLE: ['dynamodb:Query'] }),
  'revocations:add': row({ REVOCATIONS_TABLE: ['dynamodb:PutItem', 'dynamodb:Query'] }),
  'revocations:lift': row({ REVOCATIONS_TABLE: ['dynamodb:DeleteItem', 'dynamodb:Query', 'dynamodb:UpdateItem'] }),
  'revocations:walk': row({ REVOCATIONS_TABLE: ['dynamodb:Scan'] }),
  'edgeRevocations:add': row(
    { EDGE_KEYS: ['cloudfront-keyvaluestore:DescribeKeyValueStore', 'cloudfront-keyvaluestore:UpdateKeys'] },
    { EDGE_KEYS: z.string() },
  ),
  'edgeRevocations:lift': row(
    {
      EDGE_KEYS: [
        'cloudfront-keyvaluestore:DescribeKeyValueStore',
        'cloudfront-keyvaluestore:GetKey',
        'cloudfront-keyvaluestore:UpdateKeys',
      ],
    },
    { EDGE_KEYS: z.string() },
  ),
  'edgeRevocations:write': row({ EDGE_KEYS: edgeStoreActions }, { EDGE_KEYS: z.string() }),
  'audit:write': row({ AUDIT_TABLE: ['dynamodb:PutItem'] }),
  'audit:list': row({ AUDIT_TABLE: ['dynamodb:Query'] }),
  'logs:read': row({ LOGS_BUCKET: ['s3:ListBucket'], 'LOGS_BUCKET/*': ['s3:GetObject'] }),
  'views:count': row(
    { VIEWS_TABLE: ['dynamodb:BatchGetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'] },
    { VIEWS: z.enum(viewsSettings) },
  ),
  'views:read': row({ VIEWS_TABLE: ['dynamodb:GetItem', 'dynamodb:Query'] }, { VIEWS: z.enum(viewsSettings) }),
  'author:ask': row(
    { BEDROCK_MODEL: ['bedrock:InvokeModel'] },
    {
      BEDROCK_MODEL: z.string(),
      AUTHOR_ROUNDS: z.coerce.number().int().positive().default(limits.authorRounds),
      AUTHOR_MAX_TOKENS: z.coerce.number().int().positive().default(limits.authorAnswerTokens),
    },
  ),
  'sites:read': row({ 'TREES_TABLE:sites': ['dynamodb:GetItem'] }),
  'sites:create': row({ 'TREES_TABLE:sites': ['dynamodb:GetItem', 'dynamodb:PutItem'] }),
  'sites:update': row({ 'TREES_TABLE:sites': ['dynamodb:GetItem', 'dynamodb:PutItem'] }),
  'sites:delete': row({ 'TREES_TABLE:sites': ['dynamodb:DeleteItem'] }),
  'sites:list': row({ 'TREES_TABLE:sites': ['dynamodb:Query'] }),
  'sitePages:write': row({
    'TREES_TABLE:sites,site-page,site-proof,site-refresh': ['dynamodb:BatchGetItem'],
    'TREES_TABLE:site-page': ['dynamodb:DeleteItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
    'TREES_TABLE:site-proof': ['dynamodb:PutItem'],
  }),
  'siteBudgets:consume': row({ 'BUDGETS_TABLE:site': ['dynamodb:UpdateItem'] }),
  'sitePages:refresh': row({ 'TREES_TABLE:site-refresh': ['dynamodb:PutItem'] }),
  'pages:fetch': row({ 'BUDGETS_TABLE:fetch': ['dynamodb:UpdateItem'] }),
  'accounts:read': row({ ACCOUNTS_TABLE: ['dynamodb:GetItem'] }),
  'accounts:roll': row({
    ACCOUNTS_TABLE: ['dynamodb:UpdateItem'],
    'ACCOUNTS_TABLE/index/byPeriodEnd': ['dynamodb:Query'],
    'USAGE_TABLE:month': ['dynamodb:DeleteItem', 'dynamodb:Query'],
  }),
  'service:call': row({ CANARY_KEY: ['secretsmanager:GetSecretValue'] }, { BASE_URL: z.url() }),
  'accounts:write': row({ ACCOUNTS_TABLE: ['dynamodb:PutItem', 'dynamodb:UpdateItem'] }),
  'keys:end': row({ KEYS_TABLE: ['dynamodb:UpdateItem'] }),
  // secrets that the stack declares: requests name them, and the stack grants access to each
  'keySecrets:write': row(
    {
      KEY_SECRETS: [
        'secretsmanager:GetSecretValue',
        'secretsmanager:PutSecretValue',
        'secretsmanager:UpdateSecretVersionStage',
      ],
    },
    { KEY_SECRETS: z.string() },
  ),
  // the bucket of the stack's assets, granted likewise
  'templateAssets:read': row({ 'TEMPLATE_ASSETS/*': ['s3:GetObject'] }, { TEMPLATE_ASSETS: z.string() }),
  // ids of templates that sets have made; without the list, a missing set would be a 403
  'templateSets:write': row({
    SOURCES_BUCKET: ['s3:ListBucket'],
    'SOURCES_BUCKET/template-sets/*': ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'],
  }),
  // API_TARGET: host name to connect to instead of BASE_URL's, whose DNS record may not exist yet; '' for none
  'api:call': row({}, { BASE_URL: z.url(), API_TARGET: z.string() }),
  // on in the local run, which receives the responses on the same machine
  'customResources:answer': row({}, { LOOPBACK_ANSWERS: z.enum(['on', 'off']) }),
} as const;

export type Capability = keyof typeof capabilities;

type Row<C extends Capability> = (typeof capabilities)[C];
/** Environment variables that name a resource. */
export type ResourceVariable = Row<Capability>['grants'][number]['on'];

/** The parsed environment variables of one capability. */
export type EnvironmentOf<C extends Capability> = {
  readonly [V in Exclude<Row<C>['grants'][number]['on'], keyof Row<C>['environment']>]: string;
} & { readonly [V in keyof Row<C>['environment']]: z.output<Row<C>['environment'][V] & z.ZodType> };
