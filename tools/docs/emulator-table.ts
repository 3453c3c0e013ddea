import { capabilities, type Permission } from '../../lambdas/config/capabilities.ts';

/** How an emulator answers the calls of a service, and how AWS does. */
interface Emulated {
  readonly emulator: string;
  /** Differences; '' if none is known. */
  readonly differs: string;
}

const conditional =
  'no capacity, so no throttling; transactions run one after another: no `TransactionConflict`, and a client token is not remembered';
/** By IAM action. */
export const emulated: Readonly<Record<string, Emulated>> = {
  'dynamodb:GetItem': { emulator: 'local/dynamodb', differs: 'no capacity, so no throttling' },
  'dynamodb:BatchGetItem': {
    emulator: 'local/dynamodb',
    differs: 'never leaves keys unprocessed; `test/support/faults` does',
  },
  'dynamodb:Query': { emulator: 'local/dynamodb', differs: 'an index is never behind its table' },
  'dynamodb:Scan': { emulator: 'local/dynamodb', differs: '' },
  'dynamodb:PutItem': { emulator: 'local/dynamodb', differs: conditional },
  'dynamodb:UpdateItem': { emulator: 'local/dynamodb', differs: conditional },
  'dynamodb:DeleteItem': {
    emulator: 'local/dynamodb',
    differs: 'rows past their time to live are never deleted; readers check `expires`',
  },
  's3:GetObject': { emulator: 'local/s3', differs: 'ranges are ignored' },
  's3:PutObject': {
    emulator: 'local/s3',
    differs: 'no multipart uploads; 409 of concurrent conditional writes is emulated',
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
    differs: 'AWSPENDING stays where it is when AWSCURRENT moves',
  },
  'sqs:SendMessage': {
    emulator: 'local/sqs.ts',
    differs: 'each message is delivered once to a worker; AWS may deliver twice',
  },
  'cloudfront-keyvaluestore:DescribeKeyValueStore': {
    emulator: 'local/edge-key-store.ts',
    differs: 'no delay of propagation',
  },
  'cloudfront-keyvaluestore:ListKeys': { emulator: 'local/edge-key-store.ts', differs: 'no delay of propagation' },
  'cloudfront-keyvaluestore:GetKey': { emulator: 'local/edge-key-store.ts', differs: 'no delay of propagation' },
  'cloudfront-keyvaluestore:UpdateKeys': {
    emulator: 'local/edge-key-store.ts',
    differs: 'no delay of propagation; no limit of 3 MB for one update, which 50 keys of 1 KB cannot reach',
  },
  'bedrock:InvokeModel': { emulator: 'local/bedrock.ts', differs: 'answers a script; no quota of tokens' },
};

/** What runs between the calls. */
const hosts: readonly (readonly [string, string, string])[] = [
  ['API Gateway', 'local/gateway.ts', 'no limits of requests, so no 429; a throttled function would be a 500'],
  [
    'Lambda',
    'local/lambda-runtime.ts',
    'no limit of concurrency, so no 429 of a function URL; asynchronous calls are not repeated. In the stack none of the scheduled ones is either',
  ],
  [
    'CloudFront’s cache',
    'local/edge-cache.ts, edge-node.ts',
    'answers to HEAD are not stored, so the next HEAD asks the origin again; expired images are not served when the origin fails, which CloudFront does up to a day',
  ],
  ['CloudFront Functions', 'local/edge-rules.ts, edge-lint.ts', 'no limit of time'],
  ['DynamoDB Streams, pipes', 'local/event-source.ts', 'in order and at once; AWS batches, and may repeat a batch'],
];

/** Returns the actions of all calls that the functions make. */
export const madeCalls = (): readonly string[] =>
  [
    ...new Set(
      Object.values(capabilities).flatMap(({ grants }) => grants.flatMap(({ actions }: Permission) => [...actions])),
    ),
  ].sort();

/** Returns the table of emulators against AWS. @throws Error naming a call that it lacks */
export const emulatorTable = (): string => {
  const rows = madeCalls().map((action) => {
    const row = emulated[action];
    if (!row) throw new Error(`tools/docs/emulator-table.ts says nothing of ${action}.`);
    return `| \`${action}\` | \`${row.emulator}\` | ${row.differs || 'no difference known'} |`;
  });
  return [
    '| Call or part | Emulator | Differs from AWS |',
    '| --- | --- | --- |',
    ...rows,
    ...hosts.map(
      ([part, emulator, differs]) =>
        `| ${part} | ${emulator
          .split(', ')
          .map((file) => `\`${file.includes('/') ? file : `local/${file}`}\``)
          .join(', ')} | ${differs} |`,
    ),
  ].join('\n');
};
