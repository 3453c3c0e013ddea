import { describe, expect, it } from 'vitest';
import { type Resource, synthesise } from './synthesise.ts';

const certificate = (region: string) =>
  `arn:aws:acm:${region}:111122223333:certificate/11111111-2222-3333-4444-555555555555`;
const cached = synthesise(
  {
    removalPolicy: 'retain',
    apiDomain: { domainName: 'api.example.org', certificate: certificate('eu-west-1') },
    imageDomain: { domainName: 'images.example.org', certificate: certificate('us-east-1') },
  },
  { region: 'eu-west-1' },
);

/** Types of what outlives a deployment, and would be lost with its logical id. */
const stateful = [
  'AWS::DynamoDB::GlobalTable',
  'AWS::S3::Bucket',
  'AWS::SecretsManager::Secret',
  'AWS::CloudFront::KeyValueStore',
  'AWS::Logs::LogGroup',
];
/** What is forgotten after days, and what `canary enrol` makes again. */
const isPassing = (id: string): boolean => /^(AccountsIdempotency|Canary)/.test(id);
const getResources = (types: readonly string[]): [string, Resource][] =>
  types.flatMap((type) => Object.entries(cached.ofType(type)));

describe('what holds state, whose ids test/infra/release.test.ts guards', () => {
  it('stays when the stack goes, but not when its first deployment fails', () => {
    const policies = getResources(stateful.slice(0, 3))
      .filter(([id]) => !isPassing(id))
      .map(([, { DeletionPolicy, UpdateReplacePolicy }]) => `${DeletionPolicy} ${UpdateReplacePolicy}`);

    expect(new Set(policies)).toEqual(new Set(['RetainExceptOnCreate Retain']));
  });

  it('is protected from deletion only once it stands', () => {
    const first = synthesise({ removalPolicy: 'retain' }, { context: { protected: 'false' } });
    const isProtected = ({ ofType }: typeof first) =>
      Object.entries(ofType('AWS::DynamoDB::GlobalTable'))
        .filter(([id]) => !isPassing(id))
        .map(([, { Properties }]) => Properties.Replicas[0].DeletionProtectionEnabled);

    expect(new Set(isProtected(first))).toEqual(new Set([false]));
    expect(new Set(isProtected(cached))).toEqual(new Set([true]));
    expect(Object.keys(first.template.Resources)).toEqual(
      expect.arrayContaining(getResources(stateful).map(([id]) => id)),
    );
  });
});

describe('a stage', () => {
  it('passes its custom plans to its functions, and offers one without limits first', () => {
    const plans = { own: { mints: null, generations: null } };
    const { propertiesOf, template } = synthesise({ plans });
    const functions = propertiesOf('AWS::Lambda::Function');
    const variables = functions.flatMap(({ Environment }) => Environment?.Variables.PLANS ?? []);

    expect([variables.length > 20, new Set(variables)]).toEqual([true, new Set([JSON.stringify(plans)])]);
    expect(template.Outputs.AdminCommand?.Value).toMatch(/^npm run admin -- --stage \w+ setup$/);
    const none = synthesise({ plans: {} });
    expect(none.template.Outputs.AdminCommand?.Value).toMatch(/account create --plan starter$/);
  });

  /** Names that an account has once, whatever the region. */
  const globalNames = ({ propertiesOf }: typeof cached) => [
    ...['KeyValueStore', 'Function'].flatMap((kind) =>
      propertiesOf(`AWS::CloudFront::${kind}`).map(({ Name }) => Name),
    ),
    ...['CachePolicy', 'OriginRequestPolicy', 'ResponseHeadersPolicy', 'OriginAccessControl'].flatMap((kind) =>
      propertiesOf(`AWS::CloudFront::${kind}`).map((one) => one[`${kind}Config`].Name),
    ),
  ];

  it('can stand in a second region of the account', () => {
    const [here, there] = ['eu-west-1', 'us-west-2'].map((region) => synthesise({ studio: true }, { region })) as [
      typeof cached,
      typeof cached,
    ];
    const names = globalNames(here);

    expect(names.length).toBeGreaterThan(10);
    for (const name of names) expect(name).toMatch(/^[A-Za-z0-9-]{1,64}$/);
    expect(new Set(names).isDisjointFrom(new Set(globalNames(there)))).toBe(true);
    expect(here.edge.name).not.toBe(there.edge.name);
  });

  it('outputs the DNS targets of its custom domains', () => {
    const { Outputs } = cached.template;

    expect(JSON.stringify(Outputs.ApiDomainTarget?.Value)).toContain('RegionalDomainName');
    expect(JSON.stringify(Outputs.ImageDomainTarget?.Value)).toContain('"DomainName"');
  });

  it('has a retention for every log', () => {
    const groups = [cached, cached.edge].flatMap(({ propertiesOf }) => propertiesOf('AWS::Logs::LogGroup'));
    const names = groups.map(({ LogGroupName }) => JSON.stringify(LogGroupName ?? '')).join();

    for (const { LoggingConfig } of cached.propertiesOf('AWS::Lambda::Function'))
      expect(LoggingConfig?.LogGroup).toBeDefined();
    for (const { RetentionInDays } of groups) expect(RetentionInDays).toBe(90);
    // what services make by themselves is made before, under the name they take
    for (const name of ['API-Gateway-Execution-Logs_', '/aws/cloudfront/function/']) expect(names).toContain(name);
  });
});

it('schedules the rotation only once the first keyring is made: both need the secret’s label AWSPENDING', () => {
  const [schedule] = Object.values(cached.ofType('AWS::SecretsManager::RotationSchedule'));

  expect(schedule?.DependsOn).toContain(Object.keys(cached.ofType('Custom::Trigger'))[0]);
});
