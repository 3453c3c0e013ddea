import { capabilities, type Permission } from '../../lambdas/config/capabilities.ts';

/** How an emulator answers the calls of a service, and how AWS does. */
interface Emulated {
  readonly emulator: string;
  /** Differences; '' if none is known. */
  readonly differs: string;
}

const unlimited = 'no capacity, so no throttling; `test/support/faults` throttles';
const transacted =
  'no capacity, so no throttling. In transactions conditions, conflicts and tokens are as in AWS; a reader may see a part of one that is taken back, and a transaction that is killed leaves a part';
const propagation = 'no delay of propagation';
/** By IAM action. */
export const emulated: Readonly<Record<string, Emulated>> = {
  'dynamodb:GetItem': { emulator: 'local/dynamodb', differs: unlimited },
  'dynamodb:BatchGetItem': {
    emulator: 'local/dynamodb',
    differs: 'never leaves keys unprocessed; `test/support/faults` does',
  },
  'dynamodb:Query': { emulator: 'local/dynamodb', differs: 'an index is never behind its table' },
  'dynamodb:Scan': { emulator: 'local/dynamodb', differs: unlimited },
  'dynamodb:PutItem': { emulator: 'local/dynamodb', differs: transacted },
  'dynamodb:UpdateItem': { emulator: 'local/dynamodb', differs: transacted },
  'dynamodb:DeleteItem': {
    emulator: 'local/dynamodb',
    differs: 'rows past their time to live are never deleted; readers check `expires`',
  },
  's3:GetObject': { emulator: 'local/s3', differs: 'ranges are ignored' },
  's3:PutObject': {
    emulator: 'local/s3',
    differs: 'no multipart uploads; a second conditional write of a key that is being written gets 409, as in AWS',
  },
  's3:DeleteObject': { emulator: 'local/s3', differs: 'no versions and no delete markers' },
  's3:ListBucket': {
    emulator: 'local/s3',
    differs: 'without the permission AWS answers 403 for a missing object, here 404',
  },
  'secretsmanager:GetSecretValue': { emulator: 'local/secrets-manager', differs: '' },
  'secretsmanager:DescribeSecret': { emulator: 'local/secrets-manager', differs: '' },
  'secretsmanager:PutSecretValue': { emulator: 'local/secrets-manager', differs: '' },
  'secretsmanager:UpdateSecretVersionStage': {
    emulator: 'local/secrets-manager',
    differs: 'AWSPENDING stays at the version that AWSCURRENT moves to; AWS leaves or removes it',
  },
  'sqs:SendMessage': {
    emulator: 'local/sqs.ts',
    differs: 'each message is delivered once to a worker; AWS may deliver twice',
  },
  'cloudfront-keyvaluestore:DescribeKeyValueStore': {
    emulator: 'local/edge-key-store.ts',
    differs: propagation,
  },
  'cloudfront-keyvaluestore:ListKeys': { emulator: 'local/edge-key-store.ts', differs: propagation },
  'cloudfront-keyvaluestore:GetKey': { emulator: 'local/edge-key-store.ts', differs: propagation },
  'cloudfront-keyvaluestore:UpdateKeys': {
    emulator: 'local/edge-key-store.ts',
    differs: `${propagation}; no limit of 3 MB for one update, which 50 keys of 1 KB cannot reach`,
  },
  'bedrock:InvokeModel': { emulator: 'local/bedrock.ts', differs: 'answers a script; no quota of tokens' },
};

/** Calls of the operator's programs alone, by IAM action. */
export const emulatedForPrograms: Readonly<Record<string, Emulated>> = {
  'cloudfront:CreateInvalidation': { emulator: 'local/cloudfront.ts', differs: 'is completed when it is answered' },
  'cloudfront:GetInvalidation': { emulator: 'local/cloudfront.ts', differs: '' },
  'cloudfront:ListDistributions': { emulator: 'local/cloudfront.ts', differs: 'one page' },
  'secretsmanager:CreateSecret': { emulator: 'local/secrets-manager', differs: 'the local run makes its own keyring' },
  's3:ListBucketVersions': { emulator: 'test/support/fake-aws.ts', differs: 'answers a script' },
  'cloudformation:DescribeStacks': { emulator: 'test/support/fake-aws.ts', differs: 'answers a script' },
  'cloudformation:ListStackResources': { emulator: 'test/support/fake-aws.ts', differs: 'answers a script' },
  'lambda:GetFunction': { emulator: 'test/support/fake-aws.ts', differs: 'answers a script' },
  'lambda:PutFunctionConcurrency': { emulator: 'test/support/fake-aws.ts', differs: 'answers a script' },
  'sts:GetCallerIdentity': { emulator: 'test/support/fake-aws.ts', differs: 'answers a script' },
};

/** What runs between the calls. */
const hosts: readonly (readonly [part: string, emulator: string, differs: string])[] = [
  ['API Gateway', 'local/gateway.ts', 'no limits of requests, so no 429; a throttled function is a 500, as in AWS'],
  [
    'Lambda',
    'local/lambda-runtime.ts',
    'concurrency is limited only where a test reserves some: the API then answers 500, an image host AWS’s own 429. An asynchronous call is not repeated; in the stack no scheduled one is either, and what CloudFormation calls may be called twice (`test/infra/custom-resource-answers.test.ts`)',
  ],
  [
    'CloudFront’s cache',
    'local/edge-cache.ts, local/edge-node.ts',
    'answers to GET and HEAD are stored, and an expired image is sent for up to a day while the origin answers 5xx, as in AWS. Each failure asks the origin again, and `stale-while-revalidate` waits for the answer. AWS does not say whether a HEAD answers a GET: here it does not',
  ],
  [
    'CloudFront Functions',
    'local/edge-rules.ts, local/edge-lint.ts',
    'no limit of time; read-only headers, `CDN-Loop` among them, are refused',
  ],
  ['DynamoDB Streams, pipes', 'local/event-source.ts', 'in order and at once; AWS batches, and may repeat a batch'],
];

/** Returns the actions of all calls that the functions make. */
export const madeCalls = (): readonly string[] =>
  [
    ...new Set(
      Object.values(capabilities).flatMap(({ grants }) => grants.flatMap(({ actions }: Permission) => [...actions])),
    ),
  ].sort();

const toRow = (action: string, row: Emulated | undefined): string => {
  if (!row) throw new Error(`tools/docs/emulator-table.ts says nothing of ${action}.`);
  return `| \`${action}\` | \`${row.emulator}\` | ${row.differs || 'no difference known'} |`;
};

/** Returns the table of emulators against AWS. @throws Error naming a call that it lacks */
export const emulatorTable = (): string =>
  [
    '| Call or part | Emulator | Differs from AWS |',
    '| --- | --- | --- |',
    ...madeCalls().map((action) => toRow(action, emulated[action])),
    ...Object.entries(emulatedForPrograms).map(([action, row]) => toRow(action, row)),
    ...hosts.map(([part, files, differs]) => `| ${part} | ${files.replace(/[^ ,]+/g, '`$&`')} | ${differs} |`),
  ].join('\n');
