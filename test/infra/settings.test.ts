import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { stageSettings } from '../../lib/stage.ts';
import { type Synthesised, synthesise } from './synthesise.ts';

// biome-ignore lint/suspicious/noExplicitAny: CloudFormation's own shapes; each test says what it expects
type Properties = any;

const getFunctions = ({ ofType }: Synthesised): Record<string, Properties> =>
  Object.fromEntries(
    Object.values(ofType('AWS::Lambda::Function'))
      .map(({ Properties }) => Properties as Properties)
      .filter(({ Environment }) => Environment?.Variables.FUNCTION_ID)
      .map((fn) => [fn.Environment.Variables.FUNCTION_ID, fn]),
  );
const getStage = ({ ofType }: Synthesised): Properties =>
  Object.values(ofType('AWS::ApiGateway::Stage'))[0]?.Properties;
const usual = synthesise();

it('every setting has its row in docs/deploying.md', () => {
  const rows = readFileSync('docs/deploying.md', 'utf8').match(/^\| `[^|]+\|/gm) ?? [];
  const documented = rows.flatMap((row) => [...row.matchAll(/`(\w+)`/g)].map(([, name]) => name));

  for (const name of Object.keys(stageSettings.shape)) expect(documented).toContain(name);
});

describe('concurrency', () => {
  const chosen = synthesise({
    mintConcurrency: { reserved: 200, provisioned: 4 },
    drawConcurrency: { reserved: 300, provisioned: 2 },
  });

  it('is warm behind an alias, to which gateway and CloudFront send their calls', () => {
    const aliases = Object.entries(chosen.ofType('AWS::Lambda::Alias'));
    const warm = aliases.map(([, { Properties }]) => (Properties as Properties).ProvisionedConcurrencyConfig);
    const [url] = Object.values(chosen.ofType('AWS::Lambda::Url')).map(({ Properties }) => Properties as Properties);
    const methods = JSON.stringify(chosen.ofType('AWS::ApiGateway::Method'));

    expect(warm.map((one) => one.ProvisionedConcurrentExecutions).sort()).toEqual([2, 4, 4]);
    expect(url.Qualifier).toBe('warm');
    const minting = aliases.map(([id]) => id).filter((id) => id.startsWith('MintUrl'));
    expect(minting).toHaveLength(2);
    for (const id of minting) expect(methods).toContain(`{"Ref":"${id}"}`);
  });
});

describe('tracing', () => {
  const modes = (from: Synthesised) =>
    Object.fromEntries(Object.entries(getFunctions(from)).map(([id, { TracingConfig }]) => [id, TracingConfig?.Mode]));

  it('is of a twentieth of API calls, and of no image, where a stage says nothing', () => {
    const [rule] = Object.values(usual.ofType('AWS::XRay::SamplingRule')).map(
      ({ Properties }) => (Properties as Properties).SamplingRule,
    );

    expect(rule).toMatchObject({ FixedRate: 0.05, ReservoirSize: 0 });
    expect(`${rule.RuleName}`.replace('test', 'a'.repeat(16)).length).toBeLessThanOrEqual(32);
    expect(rule.RuleName).toBe('image-url-test');
    expect(JSON.stringify(rule.ResourceARN)).toContain('PublicApiDeploymentStage');
    expect(getStage(usual).TracingEnabled).toBe(true);
    expect(modes(usual)).toMatchObject({ mintUrl: 'Active', renderImage: 'PassThrough', resetQuotas: 'PassThrough' });
  });

  it('is of all, or of nothing, where it says so', () => {
    const [all, none] = [synthesise({ tracedShare: 1 }), synthesise({ tracedShare: 0 })];

    expect(new Set(Object.values(modes(all)))).toEqual(new Set(['Active']));
    expect(new Set(Object.values(modes(none)))).toEqual(new Set([undefined]));
    expect([none.ofType('AWS::XRay::SamplingRule'), getStage(none).TracingEnabled]).toEqual([{}, false]);
    expect(JSON.stringify(none.ofType('AWS::IAM::Policy'))).not.toContain('xray');
  });
});

describe('the log level', () => {
  it('is the logger’s, and spares Lambda’s own lines when it is higher', () => {
    const quiet = synthesise({ logLevel: 'WARN' });

    for (const { Environment, LoggingConfig } of Object.values(getFunctions(usual))) {
      expect(Environment.Variables.POWERTOOLS_LOG_LEVEL).toBe('INFO');
      expect(LoggingConfig).not.toHaveProperty('SystemLogLevel');
    }
    for (const { Environment, LoggingConfig } of Object.values(getFunctions(quiet))) {
      expect(Environment.Variables.POWERTOOLS_LOG_LEVEL).toBe('WARN');
      expect(LoggingConfig.SystemLogLevel).toBe('WARN');
      // it would take metrics, which have no level, for lines of level INFO
      expect(LoggingConfig).not.toHaveProperty('ApplicationLogLevel');
    }
  });
});

it('a stage is synthesised twice to the same templates', () => {
  const settings = { alarmEmail: 'operator@example.org', drawConcurrency: { provisioned: 1 } };
  const [one, other] = [synthesise(settings, { region: 'eu-west-1' }), synthesise(settings, { region: 'eu-west-1' })];

  expect(other.template).toEqual(one.template);
  expect(other.edge.template).toEqual(one.edge.template);
});

it('the firewall blocks senders of bad repute, and only counts those of hosting providers, where builds and servers mint', () => {
  const [acl] = Object.values(synthesise({ waf: true }).ofType('AWS::WAFv2::WebACL')).map(
    ({ Properties }) => Properties as Properties,
  );

  expect(acl.Rules.map(({ Name, OverrideAction }: Properties) => [Name, OverrideAction])).toEqual([
    ['AWSManagedRulesAmazonIpReputationList', { None: {} }],
    ['AWSManagedRulesAnonymousIpList', { Count: {} }],
  ]);
});
