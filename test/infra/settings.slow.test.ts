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
