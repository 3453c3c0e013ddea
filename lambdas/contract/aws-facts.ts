/** A number that AWS documents and that code or documents rest on. */
export interface AwsFact {
  readonly service: string;
  /** What is limited, as one reads it in a table. */
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  /** Page of AWS's documentation. */
  readonly source: string;
  /** Day on which the page, or a copy of it of that year, was read. */
  readonly read: string;
  /** Files and documents that rest on the number. */
  readonly usedIn: readonly string[];
  /** What the number does not say. */
  readonly note?: string;
}

const docs = 'https://docs.aws.amazon.com/';
const read = '2026-11-29';
const row = (
  service: string,
  what: string,
  value: number,
  unit: string,
  source: string,
  usedIn: readonly string[],
  note?: string,
): AwsFact => ({ service, what, value, unit, source: `${docs}${source}`, read, usedIn, ...(note && { note }) });

const cloudFront = 'AmazonCloudFront/latest/DeveloperGuide/';
const lambda = 'lambda/latest/dg/';
const dynamo = 'amazondynamodb/latest/developerguide/';
const gateway = 'apigateway/latest/developerguide/';
const s3 = 'AmazonS3/latest/userguide/';

/** The numbers of AWS, each once. Documents print them from here; `test/repository/aws-facts.test.ts` compares. */
export const awsFacts = {
  edgeRequests: row(
    'CloudFront',
    'requests of a distribution',
    250_000,
    'a second',
    `${cloudFront}cloudfront-limits.html`,
    ['docs/reliability.md', 'docs/organisations.md'],
  ),
  edgeBandwidth: row('CloudFront', 'bytes of a distribution', 150, 'Gbps', `${cloudFront}cloudfront-limits.html`, [
    'docs/reliability.md',
    'docs/organisations.md',
  ]),
  urlBytes: row('CloudFront', 'a URL', 8_192, 'bytes', `${cloudFront}cloudfront-limits.html`, ['docs/deploying.md']),
  edgeFunctionBytes: row('CloudFront', 'an edge function', 10_240, 'bytes', `${cloudFront}cloudfront-limits.html`, [
    'lib/delivery/edge-functions.ts',
    'docs/deploying.md',
  ]),
  keyStoreBytes: row('CloudFront', 'a KeyValueStore', 5 << 20, 'bytes', `${cloudFront}cloudfront-limits.html`, [
    'local/edge-key-store.ts',
    'docs/deploying.md',
  ]),
  keyStoreKeyBytes: row('CloudFront', 'a key of a KeyValueStore', 512, 'bytes', `${cloudFront}cloudfront-limits.html`, [
    'local/edge-key-store.ts',
  ]),
  keyStoreValueBytes: row(
    'CloudFront',
    'a value of a KeyValueStore',
    1_024,
    'bytes',
    `${cloudFront}cloudfront-limits.html`,
    ['local/edge-key-store.ts'],
  ),
  keyStoreUpdateKeys: row(
    'CloudFront',
    'keys in one update of a KeyValueStore',
    50,
    'keys',
    `${cloudFront}cloudfront-limits.html`,
    ['lambdas/aws'],
    'or 3 MB, whichever comes first',
  ),
  keyStoreFunctions: row(
    'CloudFront',
    'functions that share a KeyValueStore',
    10,
    'functions',
    `${cloudFront}cloudfront-limits.html`,
    ['lib/delivery/image-delivery.ts'],
  ),
  cachePolicies: row('CloudFront', 'cache policies', 20, 'an account', `${cloudFront}cloudfront-limits.html`, [
    'docs/organisations.md',
  ]),
  functionRequestBytes: row(
    'Lambda',
    'a buffered request or response',
    6 << 20,
    'bytes',
    `${lambda}gettingstarted-limits.html`,
    ['docs/deploying.md'],
  ),
  functionEnvironmentBytes: row(
    'Lambda',
    'environment variables',
    4_096,
    'bytes',
    `${lambda}gettingstarted-limits.html`,
    ['test/infra/limits.test.ts'],
  ),
  functionUnzippedBytes: row(
    'Lambda',
    'code and layers, unzipped',
    250 << 20,
    'bytes',
    `${lambda}gettingstarted-limits.html`,
    ['layers/render/build.ts'],
  ),
  streamedBytes: row(
    'Lambda',
    'a streamed response',
    200 << 20,
    'bytes',
    `${lambda}configuration-response-streaming.html`,
    ['docs/deploying.md'],
  ),
  streamingRate: row(
    'Lambda',
    'streaming after the first 6 MB',
    2 << 20,
    'bytes a second',
    `${lambda}configuration-response-streaming.html`,
    ['docs/deploying.md'],
  ),
  concurrency: row(
    'Lambda',
    'concurrent executions',
    1_000,
    'an account and region',
    `${lambda}gettingstarted-limits.html`,
    ['docs/reliability.md', 'docs/organisations.md'],
    'new accounts have less; how much is not documented',
  ),
  requestsPerConcurrency: row(
    'Lambda',
    'requests for each concurrent execution, reserved or not',
    10,
    'a second',
    `${lambda}lambda-concurrency.html`,
    ['docs/deploying.md', 'docs/reliability.md'],
    'a reserved concurrency of 50 takes 500 requests a second, however short they are',
  ),
  scalingEnvironments: row(
    'Lambda',
    'new environments of a function',
    1_000,
    'in 10 seconds',
    `${lambda}lambda-concurrency.html`,
    ['docs/deploying.md'],
  ),
  unreservedConcurrency: row(
    'Lambda',
    'executions that stay unreserved',
    100,
    'an account and region',
    `${lambda}configuration-concurrency.html`,
    ['docs/deploying.md'],
  ),
  asynchronousRetries: row(
    'Lambda',
    'retries of a failed asynchronous call',
    2,
    'retries',
    `${lambda}invocation-async-error-handling.html`,
    ['lib/watch/scheduled-call.ts', 'lib/declared/declared-resources.ts'],
    'after one and two minutes',
  ),
  asynchronousHours: row(
    'Lambda',
    'age of a throttled asynchronous call',
    6,
    'hours',
    `${lambda}invocation-async-error-handling.html`,
    ['lib/watch/scheduled-call.ts'],
  ),
  throttledDeliveries: row(
    'Lambda',
    'deliveries of a message before it is given up, at least',
    5,
    'deliveries',
    `${lambda}services-sqs-configure.html`,
    ['lambdas/config/functions.ts'],
    'a throttled delivery counts',
  ),
  gatewaySeconds: row('API Gateway', 'an answer that is not streamed', 29, 'seconds', `${gateway}limits.html`, [
    'lib/api/public-api.ts',
    'docs/deploying.md',
  ]),
  gatewayBodyBytes: row('API Gateway', 'a body', 10 << 20, 'bytes', `${gateway}limits.html`, ['docs/deploying.md']),
  gatewayRequests: row(
    'API Gateway',
    'requests',
    10_000,
    'a second, an account and region',
    `${gateway}limits.html`,
    ['docs/deploying.md', 'docs/reliability.md', 'docs/organisations.md'],
    '13 regions have less, among them af-south-1, eu-south-1 and ap-southeast-3',
  ),
  gatewayBurst: row(
    'API Gateway',
    'burst',
    5_000,
    'requests',
    `${gateway}api-gateway-request-throttling.html`,
    ['docs/deploying.md', 'docs/organisations.md'],
    'cannot be raised',
  ),
  smallGatewayRequests: row('API Gateway', 'requests, in 13 regions', 2_500, 'a second', `${gateway}limits.html`, [
    'docs/reliability.md',
    'docs/deploying.md',
    'docs/organisations.md',
  ]),
  smallGatewayBurst: row('API Gateway', 'burst, in 13 regions', 1_250, 'requests', `${gateway}limits.html`, [
    'docs/deploying.md',
    'docs/organisations.md',
  ]),
  tableUnits: row(
    'DynamoDB',
    'read units, and write units, of one table on demand',
    40_000,
    'a second',
    `${dynamo}ServiceQuotas.html`,
    ['docs/reliability.md', 'docs/deploying.md', 'docs/organisations.md'],
    'on demand there is no quota for all tables of an account',
  ),
  newTableReads: row(
    'DynamoDB',
    'read units of a new table on demand',
    12_000,
    'a second',
    `${dynamo}on-demand-capacity-mode.html`,
    [
      'lib/app/setting-values.ts',
      'docs/reliability.md',
      'docs/deploying.md',
      'docs/runbook.md',
      'lib/app/image-urls-props.ts',
    ],
    'afterwards twice the last peak; more than that within 30 minutes is throttled',
  ),
  newTableWrites: row(
    'DynamoDB',
    'write units of a new table on demand',
    4_000,
    'a second',
    `${dynamo}on-demand-capacity-mode.html`,
    ['lib/app/setting-values.ts', 'docs/reliability.md'],
  ),
  keyReads: row(
    'DynamoDB',
    'read units of one partition key',
    3_000,
    'a second',
    `${dynamo}bp-partition-key-design.html`,
    ['docs/reliability.md'],
  ),
  keyWrites: row(
    'DynamoDB',
    'write units of one partition key',
    1_000,
    'a second',
    `${dynamo}bp-partition-key-design.html`,
    ['docs/reliability.md'],
  ),
  itemBytes: row('DynamoDB', 'an item', 400 << 10, 'bytes', `${dynamo}Constraints.html`, ['lambdas/aws/dynamodb']),
  transactionItems: row('DynamoDB', 'items of a transaction', 100, 'items', `${dynamo}transaction-apis.html`, [
    'lambdas/aws/dynamodb',
  ]),
  transactionTokenMinutes: row(
    'DynamoDB',
    'a client token of a transaction',
    10,
    'minutes',
    `${dynamo}transaction-apis.html`,
    ['local/dynamodb'],
  ),
  recoveryDays: row('DynamoDB', 'point-in-time recovery', 35, 'days', `${dynamo}Point-in-time-recovery.html`, [
    'docs/runbook.md',
    'docs/deploying.md',
  ]),
  lostTableDays: row(
    'DynamoDB',
    'the system backup of a deleted table',
    35,
    'days',
    `${dynamo}pointintimerecovery_howitworks.html`,
    ['docs/runbook.md'],
  ),
  prefixWrites: row('S3', 'writes of one prefix', 3_500, 'a second', `${s3}optimizing-performance.html`, [
    'docs/reliability.md',
  ]),
  prefixReads: row('S3', 'reads of one prefix', 5_500, 'a second', `${s3}optimizing-performance.html`, [
    'docs/reliability.md',
  ]),
  infrequentDays: row(
    'S3 Intelligent-Tiering',
    'days without access before Infrequent Access',
    30,
    'days',
    `${s3}intelligent-tiering-overview.html`,
    ['docs/deploying.md'],
  ),
  archiveDays: row(
    'S3 Intelligent-Tiering',
    'days without access before Archive Instant Access',
    90,
    'days',
    `${s3}intelligent-tiering-overview.html`,
    ['docs/deploying.md'],
  ),
  stackResources: row(
    'CloudFormation',
    'resources of a stack',
    500,
    'resources',
    'AWSCloudFormation/latest/UserGuide/cloudformation-limits.html',
    ['test/infra/limits.test.ts'],
  ),
  queuePolicyBytes: row(
    'SQS',
    'a queue policy',
    8_192,
    'bytes',
    'AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-policies.html',
    ['test/infra/limits.test.ts'],
  ),
  alarmMetrics: row(
    'CloudWatch',
    'metrics of an alarm',
    10,
    'metrics',
    'AmazonCloudWatch/latest/monitoring/cloudwatch_limits.html',
    ['lib/watch/service-metrics.ts'],
  ),
} as const satisfies Readonly<Record<string, AwsFact>>;
