/** What AWS documents and code or documents rest on, beside the numbers of `lambdas/config/aws-facts.ts`. */
export interface AwsStatement {
  readonly what: string;
  /** Page of AWS's documentation. */
  readonly source: string;
  /** Files, folders and documents that rest on it. */
  readonly usedIn: readonly string[];
}

const docs = 'https://docs.aws.amazon.com/';
const row = (what: string, source: string, ...usedIn: readonly string[]): AwsStatement => ({
  what,
  source: source.startsWith('https:') ? source : `${docs}${source}`,
  usedIn,
});

/** As documented. */
export const awsStatements: readonly AwsStatement[] = [
  row(
    'the timeout of a whole response is no shorter than that of its first byte',
    'AmazonCloudFront/latest/DeveloperGuide/DownloadDistValuesOrigin.html',
    'lib/delivery/image-delivery.ts',
  ),
  row(
    'errors 404, 414 and 5xx are cached; 400, 403 and 405 by their `max-age`; 416 never',
    'AmazonCloudFront/latest/DeveloperGuide/HTTPStatusCodes.html',
    'lib/delivery/image-delivery.ts',
    'local/edge-cache.ts',
  ),
  row(
    'answers to GET and HEAD are cached',
    'AmazonCloudFront/latest/DeveloperGuide/HTTPStatusCodes.html',
    'local/edge-node.ts',
  ),
  row(
    'no function runs for a response of 400 and more',
    'AmazonCloudFront/latest/DeveloperGuide/edge-function-restrictions-all.html',
    'local/edge-node.ts',
  ),
  row(
    'functions may not add some headers; others, `CDN-Loop` among them, are read-only',
    'AmazonCloudFront/latest/DeveloperGuide/edge-function-restrictions-all.html',
    'local/edge-rules.ts',
  ),
  row(
    '`Vary` may be written by a function',
    'AmazonCloudFront/latest/DeveloperGuide/edge-function-restrictions-all.html',
    'docs/deploying.md',
  ),
  row(
    '`rawQueryString()` returns the query as it was sent',
    'AmazonCloudFront/latest/DeveloperGuide/general-helper-methods.html',
    'lambdas/edge',
  ),
  row(
    '`globalThis`, `TextEncoder` and `atob` are in the runtime 2.0',
    'AmazonCloudFront/latest/DeveloperGuide/functions-javascript-runtime-20.html',
    'local/edge-lint.ts',
  ),
  row(
    'a body that is sent to a function URL through CloudFront needs its hash in `x-amz-content-sha256`',
    'AmazonCloudFront/latest/DeveloperGuide/private-content-restricting-access-to-lambda.html',
    'lib/delivery/image-delivery.ts',
  ),
  row(
    'CloudFront needs `InvokeFunctionUrl` and `InvokeFunction`',
    'lambda/latest/dg/urls-auth.html',
    'lib/delivery/image-delivery.ts',
  ),
  row(
    'regions with an Origin Shield',
    'AmazonCloudFront/latest/DeveloperGuide/origin-shield.html',
    'lib/delivery/origin-shield.ts',
  ),
  row(
    'an expired image is sent while the origin fails, up to the maximum lifetime',
    'AmazonCloudFront/latest/DeveloperGuide/Expiration.html',
    'local/edge-node.ts',
    'docs/deploying.md',
  ),
  row(
    '`stale-while-revalidate` ends with the maximum lifetime',
    'AmazonCloudFront/latest/DeveloperGuide/Expiration.html',
    'docs/interface.md',
  ),
  row(
    'access logs arrive within an hour, some within a day, and their delivery is set in us-east-1',
    'AmazonCloudFront/latest/DeveloperGuide/standard-logging.html',
    'docs/runbook.md',
  ),
  row(
    'standard logs to S3 are charged in Parquet only',
    'AmazonCloudWatch/latest/monitoring/../logs/AWS-logs-and-resource-policy.html',
    'lib/watch/log-delivery.ts',
  ),
  row(
    'certificates of a distribution are in us-east-1',
    'AmazonCloudFront/latest/DeveloperGuide/cnames-and-https-requirements.html',
    'docs/deploying.md',
  ),
  row(
    '`associate-alias` moves a domain between standard distributions',
    'AmazonCloudFront/latest/DeveloperGuide/alternate-domain-names-move.html',
    'docs/runbook.md',
  ),
  row(
    'an invalidation names the query as it is cached, or ends with a wildcard, and has no `~`',
    'AmazonCloudFront/latest/DeveloperGuide/invalidation-specifying-objects.html',
    'docs/runbook.md',
  ),
  row(
    'a throttled function URL answers 429',
    'lambda/latest/dg/urls-configuration.html',
    'docs/deploying.md',
    'docs/runbook.md',
    'local/image-host.ts',
  ),
  row(
    'a throttled function behind a REST API is a 500',
    'https://repost.aws/knowledge-center/api-gateway-internal-server-error',
    'docs/runbook.md',
    'docs/deploying.md',
  ),
  row(
    'an alias with two versions has no provisioned concurrency',
    'lambda/latest/dg/configuration-aliases.html',
    'docs/deploying.md',
  ),
  row(
    'EventBridge Scheduler calls functions asynchronously, so its tries and its dead-letter queue are of the handing over only',
    'lambda/latest/dg/with-eventbridge-scheduler.html',
    'lib/watch/scheduled-call.ts',
    'docs/runbook.md',
  ),
  row('metrics of a function URL go by the name of the function', 'lambda/latest/dg/urls-monitoring.html', 'lib/watch'),
  row(
    'streams are free for functions, and in order for each item',
    'amazondynamodb/latest/developerguide/Streams.html',
    'docs/deploying.md',
  ),
  row(
    'expired items are deleted at no cost, within days',
    'amazondynamodb/latest/developerguide/howitworks-ttl.html',
    'docs/deploying.md',
  ),
  row(
    'a table is recovered into a new one, in another region too',
    'amazondynamodb/latest/developerguide/Point-in-time-recovery.html',
    'docs/runbook.md',
  ),
  row(
    'a write with `If-None-Match: *` answers 412 if the object exists, and 409 while another one is under way',
    'AmazonS3/latest/userguide/conditional-writes.html',
    'lambdas/aws/s3/client.ts',
    'local/s3',
  ),
  row(
    'what an alarm makes of missing data',
    'AmazonCloudWatch/latest/monitoring/alarms-and-missing-data.html',
    'lib/watch/alarms.ts',
  ),
  row(
    'days for which a log group may keep its lines',
    'AWSCloudFormation/latest/TemplateReference/aws-resource-logs-loggroup.html',
    'lib/app/setting-values.ts',
  ),
  row(
    'gateway responses for 403, 413 and 429',
    'apigateway/latest/developerguide/supported-gateway-responses-types.html',
    'lib/api',
  ),
  row(
    'a burst may be smaller than the rate, as AWS’s own is',
    'apigateway/latest/developerguide/api-gateway-request-throttling.html',
    'lib/app/setting-values.ts',
  ),
  row(
    'a rotation that is not to begin at once only tests the function, and AWSPENDING is removed afterwards',
    'secretsmanager/latest/userguide/rotate-secrets_lambda-functions.html',
    'docs/decisions/0052-rotating-the-signing-key.md',
  ),
  row(
    'AWSPENDING at a version that is not current blocks a rotation',
    'secretsmanager/latest/userguide/rotating-secrets.html',
    'docs/runbook.md',
  ),
  row(
    'the first invocation of a model subscribes to it',
    'bedrock/latest/userguide/model-access.html',
    'docs/deploying.md',
  ),
  row(
    'a `global.` profile needs the profile, the model in the region and the model without one',
    'bedrock/latest/userguide/global-cross-region-inference.html',
    'lib/app',
  ),
  row(
    'prefixes of inference profiles, `ca.` among them',
    'bedrock/latest/userguide/inference-profiles-support.html',
    'lib/app/setting-values.ts',
  ),
];

/** What AWS says nothing of, or no number: code and documents say so there. */
export const undocumented: readonly AwsStatement[] = [
  row(
    'the time of a CloudFront Function: only a share of what is allowed',
    'AmazonCloudFront/latest/DeveloperGuide/cloudfront-function-restrictions.html',
    'docs/deploying.md',
  ),
  row(
    'how long a KeyValueStore takes to propagate: “eventually”',
    'AmazonCloudFront/latest/DeveloperGuide/kvs-with-functions.html',
    'docs/interface.md',
    'docs/runbook.md',
  ),
  row(
    'the size of a body that a CloudFront Function generates: only for Lambda@Edge',
    'AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html',
    'local/edge-rules.ts',
  ),
  row(
    'the Origin Shield nearest to a region that is newer than its table',
    'AmazonCloudFront/latest/DeveloperGuide/origin-shield.html',
    'lib/delivery/origin-shield.ts',
  ),
  row(
    'which locations a price class has: on the price page only',
    'https://aws.amazon.com/cloudfront/pricing/',
    'docs/deploying.md',
  ),
  row(
    'that a new account must be verified for CloudFront',
    'AmazonCloudFront/latest/DeveloperGuide/Introduction.html',
    'docs/deploying.md',
  ),
  row(
    'how many concurrent executions a new account has',
    'lambda/latest/dg/gettingstarted-limits.html',
    'docs/runbook.md',
    'docs/deploying.md',
  ),
  row('how often Lambda polls a queue', 'lambda/latest/dg/services-sqs-scaling.html', 'tools/docs/costs-document.ts'),
  row(
    'which regions lack function URLs or response streaming',
    'lambda/latest/dg/urls-configuration.html',
    'lib/app/regions.ts',
    'docs/deploying.md',
  ),
  row('which regions lack Bedrock', 'bedrock/latest/userguide/models-regions.html', 'lib/app/regions.ts'),
  row(
    'the length of comments of CloudFront’s resources',
    'AWSCloudFormation/latest/TemplateReference/aws-resource-cloudfront-function.html',
    'test/infra/limits.test.ts',
  ),
];
