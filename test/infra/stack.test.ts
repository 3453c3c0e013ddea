import { canaryPagePath } from 'image-url-contract/canary-page.ts';
import { errorCatalogue } from 'image-url-contract/errors.ts';
import { type RouteId, routes } from 'image-url-contract/routes.ts';
import { createSiteId, siteImagePathOf } from 'image-url-contract/sites/site-path.ts';
import { describe, expect, it } from 'vitest';
import { type FunctionId, functionOf, functions, getHandlerIds } from '../../lambdas/config/functions.ts';
import { tables as dataTables } from '../../lambdas/config/tables.ts';
import { dispatch } from '../../lambdas/http/dispatch.ts';
import { type Properties, type Resource, type Synthesised, synthesise } from './synthesise.ts';

const cached = synthesise({ removalPolicy: 'retain' });
const passing = synthesise({ removalPolicy: 'destroy', verifyAtEdge: false });

const getProperties = (type: string, { propertiesOf }: Synthesised = cached) => propertiesOf(type);
const getOnly = (type: string, from: Synthesised = cached): Properties => {
  const [first, ...more] = getProperties(type, from);
  expect(more).toEqual([]);
  return first;
};

const functionNamed = (id: string, from: Synthesised = cached): Properties =>
  getProperties('AWS::Lambda::Function', from).find(({ Environment }) => Environment?.Variables.FUNCTION_ID === id);
const cacheKeys = (from: Synthesised = cached): Properties[] =>
  getProperties('AWS::CloudFront::CachePolicy', from).map(
    ({ CachePolicyConfig }) => CachePolicyConfig.ParametersInCacheKeyAndForwardedToOrigin,
  );

/** Path of an API resource, by its logical id. */
const getPath = (id: string | undefined): string => {
  const part = cached.template.Resources[id ?? '']?.Properties;
  return part?.PathPart === undefined ? '' : `${getPath(part.ParentId.Ref)}/${part.PathPart}`;
};
const methods = getProperties('AWS::ApiGateway::Method').map((method) => ({
  key: `${method.HttpMethod} ${getPath(method.ResourceId.Ref) || '/'}`,
  method,
}));
const methodFor = (key: string): Properties => methods.find((one) => one.key === key)?.method;

it('has no warning, which `cdk synth --strict` fails on, in this project and in an app with the construct', () => {
  expect([cached, passing].flatMap(({ warnings }) => warnings)).toEqual([]);
});

const canaryPageKey = `GET ${canaryPagePath('{siteId}')}`;

describe('the API', () => {
  const apiRoutes = Object.values(routes).filter(({ host }) => host === 'api');

  it('has one method for each route, and refuses everything else by itself', () => {
    const paths = [...new Set(apiRoutes.map(({ path }) => path))];
    const refusals = [...paths, '/', '/{other+}'].map((path) => `ANY ${path}`);

    expect(methods.map(({ key }) => key).sort()).toEqual(
      [...apiRoutes.map(({ method, path }) => `${method} ${path}`), ...refusals, canaryPageKey].sort(),
    );
  });

  it('sends each route to its function, which calls the handler of the route and of no other', async () => {
    const functionIds = Object.keys(functions) as FunctionId[];
    const handlersOf = (id: FunctionId) => getHandlerIds(id).filter((one) => one in routes);
    const handlers = new Map(
      functionIds.map((id) => [id, dispatch(Object.fromEntries(handlersOf(id).map((one) => [one, async () => one])))]),
    );
    const reached = methods.flatMap(({ key, method: { HttpMethod: httpMethod, Integration } }) => {
      if (Integration.Type === 'MOCK') return [];
      const [, logicalId = ''] = /"Fn::GetAtt":\["(\w+)","Arn"\]/.exec(JSON.stringify(Integration.Uri)) ?? [];
      const functionId: FunctionId = cached.template.Resources[logicalId]?.Properties.Environment.Variables.FUNCTION_ID;
      return [{ key, functionId, event: { httpMethod, resource: key.slice(httpMethod.length + 1) } }];
    });

    expect(reached).toHaveLength(apiRoutes.length);
    for (const { key, functionId, event } of reached) {
      const id = (await handlers.get(functionId)?.(event, {})) as RouteId;
      expect([`${routes[id].method} ${routes[id].path}`, functionOf[id]]).toEqual([key, functionId]);
    }
    await expect(handlers.get('keys')?.({ httpMethod: 'GET', resource: '/v1/sites' }, {})).rejects.toThrow(
      'This function does not serve GET /v1/sites.',
    );
  });

  it('has one permission to call each of its functions', () => {
    const callers = getProperties('AWS::Lambda::Permission').filter(
      ({ Principal }) => Principal === 'apigateway.amazonaws.com',
    );
    const names = callers.map(({ FunctionName }) => JSON.stringify(FunctionName));

    expect(new Set(names).size).toBe(names.length);
    const behindApi = (Object.keys(routes) as RouteId[])
      .filter((id) => routes[id].host === 'api')
      .map((id) => functionOf[id]);
    expect(names).toHaveLength(new Set(behindApi).size);
    for (const { SourceArn } of callers) expect(JSON.stringify(SourceArn)).toContain('/*/*/*"');
  });

  it('answers the canary with a page that names its image, and shows nothing of other paths', () => {
    const { Integration } = methodFor(canaryPageKey);
    const [answer] = Integration.IntegrationResponses;
    const [, pattern = '', page] = /matches\('(.*)'\)\)(<.*>)#end$/.exec(answer.ResponseTemplates['text/html']) ?? [];
    const siteId = createSiteId('account1', 'https://api.example');
    const image = siteImagePathOf(siteId, `/test${canaryPagePath(siteId)}`, 'webp');

    expect(page?.replaceAll('$' + '{id}', siteId)).toContain(`content="https://images.invalid${image}"`);
    const shown = [siteId, '"><script>', `${siteId}"`, `x${siteId}\n`].filter((id) => RegExp(`^${pattern}$`).test(id));
    expect(shown).toEqual([siteId]);
    expect(answer.ResponseParameters).toMatchObject({
      'method.response.header.Content-Security-Policy': "'sandbox'",
      'method.response.header.Content-Type': "'text/html'",
    });
  });

  it.each([
    ['ANY /v1/templates/{templateId}', 'METHOD_NOT_ALLOWED', "'GET, PATCH, DELETE'"],
    ['ANY /{other+}', 'NOT_FOUND', undefined],
  ] as const)('answers %s with %s', (key, code, allow) => {
    const { Integration } = methodFor(key);
    const [answer] = Integration.IntegrationResponses;
    const { status, message } = errorCatalogue[code];

    expect(Integration.Type).toBe('MOCK');
    expect(JSON.parse(Integration.RequestTemplates['application/json'])).toEqual({ statusCode: status });
    expect(answer.StatusCode).toBe(String(status));
    expect(JSON.parse(answer.ResponseTemplates['application/json'])).toEqual({ code, message });
    expect(answer.ResponseParameters).toMatchObject({
      'method.response.header.Cache-Control': "'no-store'",
      'method.response.header.X-Request-Id': 'context.requestId',
    });
    expect(answer.ResponseParameters['method.response.header.Allow']).toBe(allow);
  });

  it('streams what waits for the model, and nothing else', () => {
    const streamed = methods.filter(({ method }) => method.Integration.ResponseTransferMode === 'STREAM');

    expect(streamed.map(({ key }) => key).sort()).toEqual([
      'POST /v1/templates/generate',
      'POST /v1/templates/{templateId}/revise',
    ]);
    for (const { method } of streamed) expect(method.Integration.TimeoutInMillis).toBe(180_000);
  });

  it('gives the gateway’s own answers the service’s shape', () => {
    const responses = getProperties('AWS::ApiGateway::GatewayResponse');
    const codeFor = (type: string) => {
      const { StatusCode, ResponseTemplates } = responses.find(({ ResponseType }) => ResponseType === type);
      return [StatusCode, JSON.parse(ResponseTemplates['application/json']).code];
    };

    expect(codeFor('THROTTLED')).toEqual(['429', 'THROTTLED']);
    expect(codeFor('REQUEST_TOO_LARGE')).toEqual(['413', 'PAYLOAD_TOO_LARGE']);
    // and every type that is not named
    expect(codeFor('DEFAULT_4XX')).toEqual(['404', 'NOT_FOUND']);
    expect(codeFor('DEFAULT_5XX')).toEqual(['500', 'SERVER_ERROR']);
    for (const { ResponseParameters } of responses) {
      expect(ResponseParameters['gatewayresponse.header.X-Request-Id']).toBe('context.requestId');
    }
  });

  it('is regional, and logs no path, query or header', () => {
    expect(getOnly('AWS::ApiGateway::RestApi').EndpointConfiguration.Types).toEqual(['REGIONAL']);
    const { Format } = getOnly('AWS::ApiGateway::Stage').AccessLogSetting;
    expect(Format).toContain('$context.resourcePath');
    expect(Format).not.toMatch(/\$context\.(path|identity\.apiKey|requestOverride)\b|input\.|querystring/);
    for (const { DataTraceEnabled } of getOnly('AWS::ApiGateway::Stage').MethodSettings) {
      expect(DataTraceEnabled).toBe(false);
    }
  });
});

describe('the image host', () => {
  const { DistributionConfig: config } = getOnly('AWS::CloudFront::Distribution');
  const behaviours: Properties[] = [config.DefaultCacheBehavior, ...config.CacheBehaviors];

  it('asks the renderer through access control, streamed, and gives large images their time', () => {
    const [origin] = config.Origins;
    const renderer = functionNamed('renderImage');

    const urls = getProperties('AWS::Lambda::Url');
    expect(urls).toHaveLength(3);
    for (const url of urls) expect(url).toMatchObject({ AuthType: 'AWS_IAM', InvokeMode: 'RESPONSE_STREAM' });
    expect(origin).toMatchObject({ OriginAccessControlId: expect.anything(), OriginShield: { Enabled: true } });
    // 64 MB, the largest image, less the 6 MB that come at full speed, at 2 MB a second, after 22 s of rendering
    expect(renderer.Timeout).toBeGreaterThan(22 + (64 - 6) / 2);
    expect(origin.ResponseCompletionTimeout).toBeGreaterThan(renderer.Timeout);
  });

  it('runs an edge function on requests and responses, and passes on just what it writes', () => {
    for (const { PathPattern, FunctionAssociations, OriginRequestPolicyId } of behaviours) {
      const events = FunctionAssociations.map((one: Properties) => one.EventType);
      expect(events.sort()).toEqual(['viewer-request', 'viewer-response']);
      // a bucket is told nothing
      const wanted = PathPattern === 'v1/a/*' ? undefined : config.DefaultCacheBehavior.OriginRequestPolicyId;
      expect(OriginRequestPolicyId).toEqual(wanted);
    }
    const { HeadersConfig } = getOnly('AWS::CloudFront::OriginRequestPolicy').OriginRequestPolicyConfig;
    expect(HeadersConfig).toEqual({ HeaderBehavior: 'whitelist', Headers: ['x-image-signature', 'x-request-id'] });
    const keys = cacheKeys();
    // an account has 20 of them
    expect(keys).toHaveLength(1);
    for (const key of keys)
      expect(key).toMatchObject({
        HeadersConfig: { HeaderBehavior: 'whitelist', Headers: ['x-image-client-class'] },
        QueryStringsConfig: { QueryStringBehavior: 'all' },
      });
  });

  it('has behaviours, edge functions and origins of their own for on-demand URLs, site images and assets', () => {
    const patterns = config.CacheBehaviors.map(({ PathPattern }: Properties) => PathPattern);
    expect(patterns).toEqual(['v1/i/*', 'v1/s/*', 'v1/a/*']);
    expect(new Set(behaviours.map(({ TargetOriginId }) => TargetOriginId)).size).toBe(4);
    expect(new Set(behaviours.map((one) => JSON.stringify(one.FunctionAssociations[0].FunctionARN))).size).toBe(4);
  });

  it('goes without the edge function where a stage says so', () => {
    const { DefaultCacheBehavior: plain } = getOnly('AWS::CloudFront::Distribution', passing).DistributionConfig;
    const keys = cacheKeys(passing);

    expect([plain.FunctionAssociations ?? [], plain.OriginRequestPolicyId]).toEqual([[], undefined]);
    // there a viewer could write any class into it
    for (const key of keys) expect(key.HeadersConfig).toEqual({ HeaderBehavior: 'none' });
    const queries = keys.map(({ QueryStringsConfig }) => QueryStringsConfig.QueryStringBehavior);
    expect(queries.sort()).toEqual(['all', 'none']);
    expect(getProperties('AWS::CloudFront::KeyValueStore', passing)).toEqual([]);
    expect(functionNamed('renderImage', passing).Environment.Variables.EDGE_FUNCTION).toBe('off');
    expect(functionNamed('rotateSigningKey', passing).Environment.Variables.EDGE_KEYS).toBe('');
  });
});

it('the queue of images to be rendered ahead runs few jobs at once, one per call, at most twice', () => {
  const [mapping] = getProperties('AWS::Lambda::EventSourceMapping').filter((one) => !one.FilterCriteria);
  const queues = Object.entries(cached.ofType('AWS::SQS::Queue'));
  const [, orders] = queues.find(([id]) => id.startsWith('PrewarmsMessages')) ?? expect.fail('no queue');
  const worker = functionNamed('prewarmImage');
  const { VisibilityTimeout, RedrivePolicy, SqsManagedSseEnabled } = orders.Properties;

  expect(mapping).toMatchObject({ BatchSize: 1, ScalingConfig: { MaximumConcurrency: 4 } });
  expect(worker.ReservedConcurrentExecutions).toBeUndefined();
  expect(RedrivePolicy.maxReceiveCount).toBe(functions.prewarmImage.fromQueue.tries);
  expect(VisibilityTimeout).toBeGreaterThanOrEqual(6 * worker.Timeout);
  expect(SqsManagedSseEnabled).toBe(true);
});

describe('the data', () => {
  /** Holds nothing older than two days, and goes with its stack. */
  const isForgetful = (id: string): boolean => id.includes('Idempotency');
  const tables = (from: Synthesised) =>
    Object.entries(from.ofType('AWS::DynamoDB::GlobalTable')).flatMap(([id, table]) => (isForgetful(id) ? [] : table));
  const getReplica = ({ Properties }: Resource): Properties => Properties.Replicas[0];

  it('can be restored, and goes with a stage that keeps nothing', () => {
    expect(tables(cached)).toHaveLength(Object.keys(dataTables).length - 1);
    for (const table of tables(cached)) {
      expect(getReplica(table).PointInTimeRecoverySpecification).toEqual({ PointInTimeRecoveryEnabled: true });
      expect(table.Properties).toMatchObject({ BillingMode: 'PAY_PER_REQUEST' });
    }
    for (const table of tables(passing))
      expect([getReplica(table).DeletionProtectionEnabled, table.DeletionPolicy]).toEqual([false, 'Delete']);
  });

  it('lies in private, encrypted buckets that speak TLS only; images go when no URL needs them', () => {
    const buckets = getProperties('AWS::S3::Bucket');
    expect(buckets).toHaveLength(2);
    for (const bucket of buckets) {
      expect(Object.values(bucket.PublicAccessBlockConfiguration)).toEqual([true, true, true, true]);
      expect(bucket.BucketEncryption).toBeDefined();
    }
    for (const { PolicyDocument } of getProperties('AWS::S3::BucketPolicy')) {
      expect(JSON.stringify(PolicyDocument)).toContain('"aws:SecureTransport":"false"');
    }
    const rules = buckets.flatMap((one) => one.LifecycleConfiguration.Rules);
    const expiries = rules.flatMap(({ Prefix, ExpirationInDays }) =>
      ExpirationInDays ? [[Prefix, ExpirationInDays]] : [],
    );
    expect(expiries).toEqual([
      ['images/', 366 + 1_827 + 3],
      ['previews/', 7],
    ]);
  });
});

it('the canary runs often enough to alert within ten minutes', () => {
  const everyMinutes = 5;
  const schedule = getProperties('AWS::Scheduler::Schedule').find(
    ({ ScheduleExpression }) => ScheduleExpression === `rate(${everyMinutes} minutes)`,
  );
  const canary = functionNamed('runCanary');
  const alarm = getProperties('AWS::CloudWatch::Alarm').find(({ AlarmName }) =>
    JSON.stringify(AlarmName).includes('Canary failed'),
  );
  const [{ MetricStat: looked }] = alarm.Metrics;

  expect(schedule.Target.Arn['Fn::GetAtt'][0]).toMatch(/^RunCanary/);
  // a run that began just before, one that takes all its time, and three minutes for metric and alarm
  expect(everyMinutes + canary.Timeout / 60 + 3).toBeLessThanOrEqual(10);
  // test/operator/canary.alone.slow.test.ts: an emptied or unreadable key store of the edge counts 2
  expect(alarm).toMatchObject({ Threshold: 1, DatapointsToAlarm: 1, ComparisonOperator: 'GreaterThanThreshold' });
  expect(looked).toMatchObject({ Metric: { MetricName: 'CanaryFailures' }, Period: 300, Stat: 'Maximum' });
});
