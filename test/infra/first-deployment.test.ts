import { describe, expect, it } from 'vitest';
import { type Resource, synthesise } from './synthesise.ts';

// biome-ignore lint/suspicious/noExplicitAny: CloudFormation's own shapes; each test says what it expects
type Properties = any;

const certificate = (region: string) =>
  `arn:aws:acm:${region}:111122223333:certificate/11111111-2222-3333-4444-555555555555`;
const cached = synthesise(
  {
    keepsData: true,
    apiDomain: { name: 'api.example.org', certificateArn: certificate('eu-west-1') },
    imageDomain: { name: 'images.example.org', certificateArn: certificate('us-east-1') },
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

describe('what holds state', () => {
  // a new id is a new, empty thing: add to this list, and change nothing in it
  it('has the logical ids it always had', () => {
    const ids = getResources(stateful.slice(0, -1)).map(([id]) => id);

    expect(ids.sort()).toEqual([
      'Accounts17883393',
      'AccountsIdempotency9279BF56',
      'AccountsKeyUses1BB145D3',
      'AccountsKeysDA602F3E',
      'AccountsSigningKeys5325717B',
      'AccountsUsage15A45783',
      'CanaryKey36A631B4',
      'DenyListDenialsE7DCF038',
      'DenyListRevocationsA0ECE9FD',
      'ImageCacheImagesF50E1C9D',
      'SigningKeyEdgeKeys2A84B139',
      'SigningKeyKeyringE40A228C',
      'TemplatesFontsE532D3FF',
      'TemplatesRecordsE5E5A9D8',
      'TemplatesSources2EA9EBE6',
      'TemplatesVersions16244DDE',
      'Trees943D35BF',
    ]);
  });

  it('stays when the stack goes, but not when its first deployment fails', () => {
    const policies = getResources(stateful.slice(0, 3))
      .filter(([id]) => !isPassing(id))
      .map(([, { DeletionPolicy, UpdateReplacePolicy }]) => `${DeletionPolicy} ${UpdateReplacePolicy}`);

    expect(new Set(policies)).toEqual(new Set(['RetainExceptOnCreate Retain']));
  });

  it('is protected from deletion only once it stands', () => {
    const first = synthesise({ keepsData: true }, { context: { protected: 'false' } });
    const isProtected = ({ ofType }: typeof first) =>
      Object.entries(ofType('AWS::DynamoDB::GlobalTable'))
        .filter(([id]) => !isPassing(id))
        .map(([, { Properties }]) => (Properties as Properties).Replicas[0].DeletionProtectionEnabled);

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
    const withPlans = synthesise({ plans });
    const variables = Object.values(withPlans.ofType('AWS::Lambda::Function')).flatMap(
      ({ Properties }) => (Properties.Environment as Properties | undefined)?.Variables.PLANS ?? [],
    );

    expect(new Set(variables)).toEqual(new Set([JSON.stringify(plans)]));
    expect(variables.length).toBeGreaterThan(20);
    expect(withPlans.template.Outputs.AdminCommand?.Value).toMatch(/^npm run admin -- --stage \w+ setup$/);
    expect(cached.template.Outputs.AdminCommand?.Value).toMatch(/account create --plan starter$/);
  });

  /** Names that an account has once, whatever the region. */
  const globalNames = ({ ofType }: typeof cached) => [
    ...Object.values(ofType('AWS::CloudFront::KeyValueStore')).map(({ Properties }) => Properties.Name),
    ...Object.values(ofType('AWS::CloudFront::Function')).map(({ Properties }) => Properties.Name),
    ...['CachePolicy', 'OriginRequestPolicy', 'ResponseHeadersPolicy', 'OriginAccessControl'].flatMap((kind) =>
      Object.values(ofType(`AWS::CloudFront::${kind}`)).map(
        ({ Properties }) => (Properties[`${kind}Config`] as Properties).Name,
      ),
    ),
  ];

  it('can stand in a second region of the account', () => {
    const other = synthesise({ studio: true }, { region: 'us-west-2' });
    const [here, there] = [globalNames(synthesise({ studio: true }, { region: 'eu-west-1' })), globalNames(other)];

    expect(here).toHaveLength(11);
    for (const name of here) expect(name).toMatch(/^[A-Za-z0-9-]{1,64}$/);
    expect(here.filter((name) => there.includes(name))).toEqual([]);
    expect(cached.edge.name).not.toBe(other.edge.name);
  });

  it('outputs the DNS targets of its custom domains', () => {
    const { Outputs } = cached.template;

    expect(JSON.stringify(Outputs.ApiDomainTarget?.Value)).toContain('RegionalDomainName');
    expect(JSON.stringify(Outputs.ImageDomainTarget?.Value)).toContain('"DomainName"');
    expect(synthesise().template.Outputs).not.toHaveProperty('ApiDomainTarget');
  });

  it('has a retention for every log', () => {
    const functions = Object.values(cached.ofType('AWS::Lambda::Function'));
    const groups = [
      ...Object.values(cached.ofType('AWS::Logs::LogGroup')),
      ...Object.values(cached.edge.ofType('AWS::Logs::LogGroup')),
    ];
    const names = groups.map(({ Properties }) => JSON.stringify(Properties.LogGroupName ?? ''));

    for (const { Properties } of functions) expect((Properties.LoggingConfig as Properties)?.LogGroup).toBeDefined();
    for (const { Properties } of groups) expect(Properties.RetentionInDays).toBe(90);
    // what services make by themselves is made before, under the name they take
    expect(names.some((name) => name.includes('API-Gateway-Execution-Logs_'))).toBe(true);
    expect(names.some((name) => name.includes('/aws/cloudfront/function/'))).toBe(true);
  });
});

it('schedules the rotation only once the first keyring is made: both need the secret’s label AWSPENDING', () => {
  const [[, schedule] = []] = Object.entries(cached.ofType('AWS::SecretsManager::RotationSchedule'));
  const [[fillId = ''] = []] = Object.entries(cached.ofType('Custom::Trigger'));

  expect(schedule?.DependsOn).toContain(fillId);
});
