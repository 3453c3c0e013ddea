import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { stageSettings } from '../../lib/app/stage.ts';
import { type Properties, type Synthesised, synthesise, usualStage } from './synthesise.ts';

const getFunctions = ({ propertiesOf }: Synthesised): Properties[] =>
  propertiesOf('AWS::Lambda::Function').filter(({ Environment }) => Environment?.Variables.FUNCTION_ID);
const getStage = ({ propertiesOf }: Synthesised): Properties => propertiesOf('AWS::ApiGateway::Stage')[0];
const usual = usualStage();

it('every setting has its row in docs/deploying.md', () => {
  const rows = readFileSync('docs/deploying.md', 'utf8').match(/^\| `[^|]+\|/gm) ?? [];
  const documented = rows.flatMap((row) => [...row.matchAll(/`(\w+)`/g)].map(([, name]) => name));

  for (const name of stageSettings) expect(documented).toContain(name);
});

it('provisioned instances stand behind an alias, to which gateway and CloudFront send their calls', () => {
  const { ofType, propertiesOf } = synthesise({
    mintConcurrency: { reserved: 200, provisioned: 4 },
    renderConcurrency: { reserved: 300, provisioned: 2 },
  });
  const aliases = Object.entries(ofType('AWS::Lambda::Alias'));
  const methods = JSON.stringify(ofType('AWS::ApiGateway::Method'));

  const provisioned = aliases.map(([, { Properties }]) => Properties.ProvisionedConcurrencyConfig);
  expect(provisioned.map((one) => one.ProvisionedConcurrentExecutions).sort()).toEqual([2, 4, 4]);
  expect(propertiesOf('AWS::Lambda::Url')[0].Qualifier).toBe('warm');
  for (const [id] of aliases) if (id.startsWith('MintUrl')) expect(methods).toContain(`{"Ref":"${id}"}`);
});

describe('tracing', () => {
  const modes = (from: Synthesised) =>
    Object.fromEntries(getFunctions(from).map((fn) => [fn.Environment.Variables.FUNCTION_ID, fn.TracingConfig?.Mode]));

  it('is of a twentieth of API calls, and of no image, where a stage says nothing', () => {
    const [{ SamplingRule: rule }] = usual.propertiesOf('AWS::XRay::SamplingRule') as [Properties];

    expect(rule).toMatchObject({ FixedRate: 0.05, ReservoirSize: 0 });
    // of a stage with the longest name
    expect(rule.RuleName.replace('test', 'a'.repeat(16)).length).toBeLessThanOrEqual(32);
    expect(getStage(usual).TracingEnabled).toBe(true);
    expect(modes(usual)).toMatchObject({ mintUrl: 'Active', renderImage: 'PassThrough', resetQuotas: 'PassThrough' });
  });

  it('is of all, or of nothing, where it says so', () => {
    const [all, none] = [synthesise({ tracedShare: 1 }), synthesise({ tracedShare: 0 })];

    expect(new Set(Object.values(modes(all)))).toEqual(new Set(['Active']));
    expect(new Set(Object.values(modes(none)))).toEqual(new Set([undefined]));
    expect([none.ofType('AWS::XRay::SamplingRule'), getStage(none).TracingEnabled]).toEqual([{}, false]);
    expect(JSON.stringify(none.ofType('AWS::IAM::Role'))).not.toContain('xray');
  });
});

it('the log level is the logger’s, and spares Lambda’s own lines when it is higher', () => {
  for (const { Environment, LoggingConfig } of getFunctions(synthesise({ logLevel: 'WARN' }))) {
    expect(Environment.Variables.POWERTOOLS_LOG_LEVEL).toBe('WARN');
    expect(LoggingConfig.SystemLogLevel).toBe('WARN');
    // it would take metrics, which have no level, for lines of level INFO
    expect(LoggingConfig).not.toHaveProperty('ApplicationLogLevel');
  }
});

it('a stage is synthesised twice to the same templates', () => {
  const settings = { alarmEmail: 'operator@example.org', renderConcurrency: { provisioned: 1 } };
  const [one, other] = [synthesise(settings, { region: 'eu-west-1' }), synthesise(settings, { region: 'eu-west-1' })];

  expect(other.template).toEqual(one.template);
  expect(other.edge.template).toEqual(one.edge.template);
});

it('the firewall blocks senders of bad repute, and only counts those of hosting providers, where builds and servers mint', () => {
  const [acl] = synthesise({ waf: true }).propertiesOf('AWS::WAFv2::WebACL');

  expect(acl.Rules.map(({ Name, OverrideAction }: Properties) => [Name, OverrideAction])).toEqual([
    ['AWSManagedRulesAmazonIpReputationList', { None: {} }],
    ['AWSManagedRulesAnonymousIpList', { Count: {} }],
  ]);
});

describe('a replica region', () => {
  const replicated = synthesise({ replicaRegion: 'eu-central-1', removalPolicy: 'retain' }, { region: 'eu-west-1' });
  const replicasOf = ({ ofType }: Synthesised) =>
    Object.fromEntries(
      Object.entries(ofType('AWS::DynamoDB::GlobalTable')).map(([id, { Properties }]) => [id, Properties]),
    );

  it('has every table that lasts, protected as the first, and the keyring', () => {
    const tables = Object.entries(replicasOf(replicated));
    const [passing, lasting] = [true, false].map((isPassing) =>
      tables.filter(([id]) => id.startsWith('AccountsIdempotency') === isPassing),
    );

    expect(lasting?.length).toBeGreaterThan(8);
    for (const [, { Replicas, StreamSpecification }] of lasting ?? []) {
      expect(Replicas.map(({ Region }: Properties) => Region).sort()).toEqual(['eu-central-1', 'eu-west-1']);
      for (const replica of Replicas) {
        expect(replica.DeletionProtectionEnabled).toBe(true);
        expect(replica.PointInTimeRecoverySpecification).toEqual({ PointInTimeRecoveryEnabled: true });
      }
      expect(StreamSpecification).toEqual({ StreamViewType: 'NEW_AND_OLD_IMAGES' });
    }
    for (const [, { Replicas }] of passing ?? []) expect(Replicas).toHaveLength(1);
    const secrets = replicated.propertiesOf('AWS::SecretsManager::Secret');
    expect(secrets.map(({ ReplicaRegions }) => ReplicaRegions)).toContainEqual([{ Region: 'eu-central-1' }]);
  });

  it('is protected only once it stands, and is none by default', () => {
    const first = synthesise(
      { replicaRegion: 'eu-central-1', removalPolicy: 'retain' },
      { region: 'eu-west-1', context: { protected: 'false' } },
    );

    for (const { Replicas } of Object.values(replicasOf(first)))
      expect(Replicas.some((one: Properties) => one.DeletionProtectionEnabled)).toBe(false);
    for (const { Replicas } of Object.values(replicasOf(usual))) expect(Replicas).toHaveLength(1);
  });
});

it('tags, throttling and a key of KMS are those that a stage names', () => {
  const key = 'arn:aws:kms:eu-west-1:111122223333:key/11111111-2222-3333-4444-555555555555';
  const stage = synthesise(
    { tags: { team: 'growth' }, throttling: { rateLimit: 500, burstLimit: 1_000 }, encryptionKey: key },
    { region: 'eu-west-1' },
  );

  for (const Properties of getFunctions(stage))
    expect(Properties.Tags).toContainEqual({ Key: 'team', Value: 'growth' });
  expect(getStage(stage).MethodSettings).toContainEqual(
    expect.objectContaining({ ThrottlingRateLimit: 500, ThrottlingBurstLimit: 1_000 }),
  );
  for (const { Replicas } of stage.propertiesOf('AWS::DynamoDB::GlobalTable'))
    expect(Replicas[0].SSESpecification).toEqual({ KMSMasterKeyId: key });
  for (const { KmsKeyId } of stage.propertiesOf('AWS::SecretsManager::Secret')) expect(KmsKeyId).toBe(key);
});
