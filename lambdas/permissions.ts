import type { EnvironmentOf } from './environment.ts';
import type { Capability } from './functions.ts';
import { tables } from './tables.ts';

/** IAM actions on the resource that an environment variable names. */
export interface Permission<V extends string = string> {
  readonly on: V;
  /** IAM actions. */
  readonly actions: readonly string[];
  /** What follows the resource's ARN, such as `/code/*`; absent for the resource itself. */
  readonly part?: string;
}

const edgeStoreActions = [
  'cloudfront-keyvaluestore:DescribeKeyValueStore',
  'cloudfront-keyvaluestore:ListKeys',
  'cloudfront-keyvaluestore:UpdateKeys',
] as const;

/**
 * The AWS calls each capability comes down to: granted by the stack, enforced in the local run, and nothing else anywhere.
 *
 * S3 tells "no such object" from "not yours" only to those who may list the bucket, so ports that answer "there is none"
 * need `s3:ListBucket`.
 */
export const permissionsOf = {
  'callers:read': [
    { on: 'KEYS_TABLE', actions: ['dynamodb:BatchGetItem'] },
    { on: 'ACCOUNTS_TABLE', actions: ['dynamodb:BatchGetItem'] },
  ],
  'callersWithTemplates:read': [
    { on: 'KEYS_TABLE', actions: ['dynamodb:BatchGetItem'] },
    { on: 'ACCOUNTS_TABLE', actions: ['dynamodb:BatchGetItem'] },
    { on: 'TEMPLATES_TABLE', actions: ['dynamodb:BatchGetItem'] },
  ],
  'templates:list': [
    { on: 'TEMPLATES_TABLE', actions: ['dynamodb:Query'], part: `/index/${tables.TEMPLATES_TABLE.index.name}` },
  ],
  'templates:create': [{ on: 'TEMPLATES_TABLE', actions: ['dynamodb:GetItem', 'dynamodb:PutItem'] }],
  'templates:update': [
    { on: 'TEMPLATES_TABLE', actions: ['dynamodb:GetItem', 'dynamodb:UpdateItem'] },
    { on: 'VERSIONS_TABLE', actions: ['dynamodb:PutItem'] },
  ],
  'templates:delete': [
    { on: 'TEMPLATES_TABLE', actions: ['dynamodb:PutItem'] },
    { on: 'VERSIONS_TABLE', actions: ['dynamodb:DeleteItem', 'dynamodb:Query'] },
  ],
  'templates:trace': [{ on: 'TEMPLATES_TABLE', actions: ['dynamodb:GetItem'] }],
  'versions:read': [{ on: 'VERSIONS_TABLE', actions: ['dynamodb:GetItem'] }],
  'versions:list': [{ on: 'VERSIONS_TABLE', actions: ['dynamodb:Query'] }],
  'sources:read': [{ on: 'SOURCES_BUCKET', actions: ['s3:GetObject'], part: '/code/*' }],
  'sources:write': [
    { on: 'SOURCES_BUCKET', actions: ['s3:PutObject'], part: '/code/*' },
    { on: 'SOURCES_BUCKET', actions: ['s3:PutObject'], part: '/render-plans/*' },
  ],
  'renderPlans:read': [
    { on: 'SOURCES_BUCKET', actions: ['s3:ListBucket'] },
    { on: 'SOURCES_BUCKET', actions: ['s3:GetObject'], part: '/render-plans/*' },
  ],
  'trees:write': [{ on: 'TREES_TABLE', actions: ['dynamodb:UpdateItem'] }],
  'trees:read': [{ on: 'TREES_TABLE', actions: ['dynamodb:Query'] }],
  'trees:pin': [{ on: 'TREES_TABLE', actions: ['dynamodb:GetItem', 'dynamodb:PutItem'] }],
  'pinnedImages:read': [
    { on: 'SOURCES_BUCKET', actions: ['s3:ListBucket'] },
    { on: 'SOURCES_BUCKET', actions: ['s3:GetObject'], part: '/pinned/*' },
  ],
  'pinnedImages:write': [{ on: 'SOURCES_BUCKET', actions: ['s3:PutObject'], part: '/pinned/*' }],
  'fonts:read': [{ on: 'FONTS_TABLE', actions: ['dynamodb:GetItem'] }],
  'fonts:add': [{ on: 'FONTS_TABLE', actions: ['dynamodb:PutItem', 'dynamodb:UpdateItem'] }],
  'fonts:delete': [{ on: 'FONTS_TABLE', actions: ['dynamodb:UpdateItem'] }],
  'fontFiles:read': [{ on: 'SOURCES_BUCKET', actions: ['s3:GetObject'], part: '/fonts/*' }],
  'fontFiles:write': [{ on: 'SOURCES_BUCKET', actions: ['s3:PutObject'], part: '/fonts/*' }],
  'images:read': [
    { on: 'IMAGES_BUCKET', actions: ['s3:ListBucket'] },
    { on: 'IMAGES_BUCKET', actions: ['s3:GetObject'], part: '/images/*' },
    { on: 'IMAGES_BUCKET', actions: ['s3:GetObject'], part: '/previews/*' },
  ],
  'images:write': [
    { on: 'IMAGES_BUCKET', actions: ['s3:PutObject'], part: '/images/*' },
    { on: 'IMAGES_BUCKET', actions: ['s3:PutObject'], part: '/previews/*' },
  ],
  'images:request': [],
  'prewarms:order': [{ on: 'PREWARM_QUEUE', actions: ['sqs:SendMessage'] }],
  'drawings:attempt': [{ on: 'TREES_TABLE', actions: ['dynamodb:DeleteItem', 'dynamodb:GetItem', 'dynamodb:PutItem'] }],
  'remoteImages:fetch': [],
  'usage:read': [{ on: 'USAGE_TABLE', actions: ['dynamodb:GetItem'] }],
  'idempotency:keep': [
    { on: 'IDEMPOTENCY_TABLE', actions: ['dynamodb:PutItem', 'dynamodb:Query', 'dynamodb:UpdateItem'] },
  ],
  'mints:spend': [
    { on: 'USAGE_TABLE', actions: ['dynamodb:GetItem', 'dynamodb:UpdateItem'] },
    { on: 'IDEMPOTENCY_TABLE', actions: ['dynamodb:PutItem', 'dynamodb:Query'] },
  ],
  'generations:spend': [
    { on: 'USAGE_TABLE', actions: ['dynamodb:GetItem', 'dynamodb:UpdateItem'] },
    { on: 'IDEMPOTENCY_TABLE', actions: ['dynamodb:PutItem', 'dynamodb:Query'] },
  ],
  'budgets:consume': [{ on: 'USAGE_TABLE', actions: ['dynamodb:UpdateItem'] }],
  'budgets:read': [{ on: 'USAGE_TABLE', actions: ['dynamodb:GetItem'] }],
  'signingKeys:read': [{ on: 'SIGNING_SECRET', actions: ['secretsmanager:GetSecretValue'] }],
  'signingKeys:verify': [{ on: 'SIGNING_SECRET', actions: ['secretsmanager:GetSecretValue'] }],
  'keyring:rotate': [
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
  'edgeKeys:write': [{ on: 'EDGE_KEYS', actions: edgeStoreActions }],
  'denials:read': [{ on: 'DENIALS_TABLE', actions: ['dynamodb:BatchGetItem'] }],
  'denials:list': [{ on: 'DENIALS_TABLE', actions: ['dynamodb:Scan'] }],
  'edgeDenials:write': [{ on: 'EDGE_KEYS', actions: edgeStoreActions }],
  'revocations:read': [{ on: 'REVOCATIONS_TABLE', actions: ['dynamodb:BatchGetItem', 'dynamodb:Query'] }],
  'revocations:list': [{ on: 'REVOCATIONS_TABLE', actions: ['dynamodb:Query'] }],
  'revocations:add': [{ on: 'REVOCATIONS_TABLE', actions: ['dynamodb:PutItem', 'dynamodb:Query'] }],
  'revocations:lift': [
    { on: 'REVOCATIONS_TABLE', actions: ['dynamodb:DeleteItem', 'dynamodb:Query', 'dynamodb:UpdateItem'] },
  ],
  'revocations:walk': [{ on: 'REVOCATIONS_TABLE', actions: ['dynamodb:Scan'] }],
  'edgeRevocations:add': [
    {
      on: 'EDGE_KEYS',
      actions: ['cloudfront-keyvaluestore:DescribeKeyValueStore', 'cloudfront-keyvaluestore:UpdateKeys'],
    },
  ],
  'edgeRevocations:lift': [
    {
      on: 'EDGE_KEYS',
      actions: [
        'cloudfront-keyvaluestore:DescribeKeyValueStore',
        'cloudfront-keyvaluestore:GetKey',
        'cloudfront-keyvaluestore:UpdateKeys',
      ],
    },
  ],
  'edgeRevocations:keep': [{ on: 'EDGE_KEYS', actions: edgeStoreActions }],
  'author:ask': [{ on: 'BEDROCK_MODEL', actions: ['bedrock:InvokeModel'] }],
  'accounts:roll': [
    { on: 'ACCOUNTS_TABLE', actions: ['dynamodb:UpdateItem'] },
    { on: 'ACCOUNTS_TABLE', actions: ['dynamodb:Query'], part: `/index/${tables.ACCOUNTS_TABLE.index.name}` },
    { on: 'USAGE_TABLE', actions: ['dynamodb:DeleteItem', 'dynamodb:Query'] },
  ],
  'service:call': [{ on: 'CANARY_KEY', actions: ['secretsmanager:GetSecretValue'] }],
} as const satisfies { readonly [C in Capability]: readonly Permission<keyof EnvironmentOf<C> & string>[] };

type Granted = (typeof permissionsOf)[Capability][number];

/** Environment variables that name a resource. */
export type ResourceVariable = Granted['on'];
