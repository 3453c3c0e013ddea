import { describe, expect, it } from 'vitest';
import { type FunctionId, functions } from '../../lambdas/config/functions.ts';
import { declareResources } from './declare.ts';
import { grantedTo } from './granted.ts';
import { type Properties, synthesise } from './synthesise.ts';

const profile = 'us.example.model-v1:0';
const { template, ofType, propertiesOf } = synthesise(
  { model: { modelId: profile, regions: ['us-east-1', 'us-west-2'] }, views: 'templates' },
  { change: declareResources },
);

const getList = <T>(one: T | readonly T[]): readonly T[] => (Array.isArray(one) ? one : [one as T]);

/** Secrets of declared keys: requests name them, no variable does. */
const declaredSecrets = Object.keys(ofType('AWS::SecretsManager::Secret')).filter((id) => id.startsWith('Site'));

/** Variables of a function's environment that name a resource, by the resource's logical id. */
const getVariables = (fn: Properties): Map<string, string> => {
  const named = Object.entries<Properties>(fn.Environment.Variables).flatMap(([name, value]): [string, string][] => {
    const id = value.Ref ?? value['Fn::GetAtt']?.[0];
    return id === undefined ? [] : [[id, name]];
  });
  return new Map([...named, ...declaredSecrets.map((id): [string, string] => [id, 'KEY_SECRETS'])]);
};

/** The CDK's own bucket, as a policy names it. */
const assets = 'arn:AWS::Partition:s3:::cdk-hnb659fds-assets-AWS::AccountId-AWS::Region';

/** A policy's resource in the words of the function's environment. */
const wordsFor = (resource: Properties, variables: ReadonlyMap<string, string>): string => {
  if (typeof resource === 'string') return resource;
  const { Ref, 'Fn::GetAtt': attribute, 'Fn::Join': join, 'Fn::Sub': sub } = resource;
  if (sub) return String(sub).replaceAll(/\$\{([^}]+)\}/g, '$1');
  if (join) return join[1].map((part: Properties) => wordsFor(part, variables)).join('');
  const id = Ref ?? attribute?.[0];
  return variables.get(id) ?? id;
};

const functionResources = new Map(
  propertiesOf('AWS::Lambda::Function').map((fn) => [fn.Environment?.Variables?.FUNCTION_ID, fn]),
);

const getStatements = (fn: Properties): Properties[] =>
  template.Resources[fn.Role['Fn::GetAtt'][0]]?.Properties.Policies.flatMap(
    ({ PolicyDocument }: Properties) => PolicyDocument.Statement,
  );

it('lets no function of a stage reach its own machine', () => {
  const settings = propertiesOf('AWS::Lambda::Function').flatMap(({ Environment }) =>
    Object.entries<string>(Environment?.Variables ?? {}).filter(([name]) => name.startsWith('LOOPBACK_')),
  );
  // `LOOPBACK_FETCHES` is off by default
  expect(settings).toEqual([['LOOPBACK_ANSWERS', 'off']]);
});

/** Kinds of items to which a statement is limited. */
const getKinds = (condition: Properties): readonly string[] => {
  expect(condition).toEqual({ 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': expect.anything() } });
  return getList<string>(condition['ForAllValues:StringLike']['dynamodb:LeadingKeys']).map((pattern) => {
    expect(pattern).toMatch(/^[a-z-]+ \*$/);
    return pattern.slice(0, -2);
  });
};

const getGrants = (id: FunctionId): string[] => {
  const fn = functionResources.get(id) ?? expect.fail(`no function ${id}`);
  const variables = getVariables(fn);
  return getStatements(fn).flatMap(({ Action, Resource: on, Condition }) =>
    getList<string>(Action).flatMap((action) =>
      getList(on).flatMap((one) => {
        const grant = `${action} ${wordsFor(one, variables).replace(assets, 'TEMPLATE_ASSETS')}`;
        return Condition ? getKinds(Condition).map((kind) => `${grant}:${kind}`) : [grant];
      }),
    ),
  );
};

/** One call may read several kinds of items: `BatchGetItem TREES_TABLE:sites,site-page` are two grants. */
const splitKinds = (grant: string): string[] => {
  const [call = '', kinds = ''] = grant.split(/:(?=[^:]*$)/);
  return kinds.includes(',') ? kinds.split(',').map((kind) => `${call}:${kind}`) : [grant];
};

/** Its log, its traces, and what Lambda does in its name: takes messages off a queue or changes out of a stream, and sends failed runs to a queue. */
const isOwnBusiness = (grant: string): boolean =>
  /^(logs|xray):|^sqs:.* (PrewarmsMessages|AccessLogsMessages|\w+Undelivered)|^dynamodb:(\w*Stream\w*|GetRecords|GetShardIterator) /.test(
    grant,
  );

const readingStream = ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'];
const consumptionOf: Partial<Record<FunctionId, readonly string[]>> = {
  resetQuotas: ['SendMessage'],
  rotateSigningKey: ['SendMessage'],
  runCanary: ['SendMessage'],
  prewarmImage: ['DeleteMessage', 'GetQueueAttributes', 'ReceiveMessage'],
  readAccessLogs: ['DeleteMessage', 'GetQueueAttributes', 'ReceiveMessage'],
  // two tables; what it could not look at goes to the dead-letter queue
  reportUsage: [...readingStream, ...readingStream, 'GetQueueAttributes', 'GetQueueUrl', 'SendMessage'].sort(),
};

describe.each(Object.keys(functions) as FunctionId[])('%s', (id) => {
  it('may do what the table of permissions says and nothing else', () => {
    const grants = getGrants(id).filter((grant) => !isOwnBusiness(grant));

    const expected = grantedTo(id).flatMap((grant) =>
      grant === 'bedrock:InvokeModel BEDROCK_MODEL'
        ? [
            `bedrock:InvokeModel arn:AWS::Partition:bedrock:AWS::Region:AWS::AccountId:inference-profile/${profile}`,
            'bedrock:InvokeModel arn:AWS::Partition:bedrock:us-east-1::foundation-model/example.model-v1:0',
            'bedrock:InvokeModel arn:AWS::Partition:bedrock:us-west-2::foundation-model/example.model-v1:0',
          ]
        : splitKinds(grant),
    );
    expect([...new Set(grants)].sort()).toEqual(expected.sort());
  });

  it('writes its own log and sends traces', () => {
    const own = getGrants(id).filter(isOwnBusiness);

    expect(own.map((grant) => grant.replace(/ \w+Logs[0-9A-F]{8}$/, ' its log'))).toEqual(
      expect.arrayContaining(['logs:CreateLogStream its log', 'logs:PutLogEvents its log']),
    );
    const consumption = consumptionOf[id] ?? [];
    expect(own.flatMap((grant) => /^(?:sqs|dynamodb):(\w+) /.exec(grant)?.[1] ?? []).sort()).toEqual(consumption);
    expect(own.filter((grant) => !/^(logs|sqs|dynamodb):/.test(grant)).sort()).toEqual([
      'xray:PutTelemetryRecords *',
      'xray:PutTraceSegments *',
    ]);
    expect(own).toHaveLength(4 + consumption.length);
  });
});

it.each([
  ['a model', { modelId: 'vendor.model-v1:0' }, ['eu-west-1::foundation-model/vendor.model-v1:0']],
  [
    'a profile of one part of the world',
    { modelId: 'eu.vendor.model-v1:0', regions: ['eu-west-1', 'eu-north-1'] },
    [
      'eu-west-1:111122223333:inference-profile/eu.vendor.model-v1:0',
      'eu-west-1::foundation-model/vendor.model-v1:0',
      'eu-north-1::foundation-model/vendor.model-v1:0',
    ],
  ],
  [
    'a global profile, which asks for the model without a region as well',
    { modelId: 'global.vendor.model-v1:0' },
    [
      'eu-west-1:111122223333:inference-profile/global.vendor.model-v1:0',
      'eu-west-1::foundation-model/vendor.model-v1:0',
      '::foundation-model/vendor.model-v1:0',
    ],
  ],
])('the functions that write templates may ask %s', (_title, model, resources) => {
  const granted = synthesise({ model }, { region: 'eu-west-1' })
    .propertiesOf('AWS::IAM::Role')
    .flatMap(({ Policies = [] }) => Policies)
    .flatMap(({ PolicyDocument }: Properties) => PolicyDocument.Statement)
    .filter(({ Action }) => Action === 'bedrock:InvokeModel')
    .flatMap(({ Resource: on }) => getList(on).map((one) => wordsFor(one, new Map())));

  // to the function that generates and to the one that revises
  const wanted = resources.map((resource) => `arn:AWS::Partition:bedrock:${resource}`);
  expect(granted.sort()).toEqual([...wanted, ...wanted].sort());
});

describe('the template', () => {
  it('has every permission of a function in its role, where the test above looks', () => {
    expect(propertiesOf('AWS::IAM::Policy')).toEqual([]);
    const roles = Object.entries(ofType('AWS::IAM::Role'));
    const managed = roles.flatMap(([id, { Properties: of }]) => (of.ManagedPolicyArns ? [id.replace(/\d.*/, '')] : []));
    // a function of CDK
    expect(managed).toEqual(['AWSCDKTriggerCustomResourceProviderCustomResourceProviderRoleE']);
  });

  it('allows no action by wildcard', () => {
    const statements = Object.values(template.Resources).flatMap(({ Properties: { PolicyDocument, Policies = [] } }) =>
      [{ PolicyDocument }, ...Policies].flatMap((one: Properties) => one.PolicyDocument?.Statement ?? []),
    );
    const isWild = ({ Effect, Action }: Properties) =>
      Effect === 'Allow' && getList<string>(Action).some((action) => action.includes('*'));

    expect(statements.length).toBeGreaterThan(50);
    expect(statements.filter(isWild)).toEqual([]);
  });

  it('holds no key', () => {
    const secrets = propertiesOf('AWS::SecretsManager::Secret');

    expect(secrets).toHaveLength(3);
    for (const secret of secrets) {
      expect(secret.SecretString).toBe('{"formatVersion":0}');
      expect(secret).not.toHaveProperty('GenerateSecretString');
    }
    expect(propertiesOf('AWS::CloudFront::KeyValueStore')[0]).not.toHaveProperty('ImportSource');
  });
});
