import { describe, expect, it } from 'vitest';
import { readStage } from '../../lib/stage.ts';
import { type Synthesised, synthesise } from './synthesise.ts';

// biome-ignore lint/suspicious/noExplicitAny: CloudFormation's own shapes; each test says what it expects
type Properties = any;

const gradual = synthesise({ gradualDeployment: 'canary10Percent5Minutes' }, { region: 'eu-west-1' });
const getIds = ({ ofType }: Synthesised, type: string) => Object.keys(ofType(type));
const getProperties = ({ ofType }: Synthesised, type: string): Properties[] =>
  Object.values(ofType(type)).map(({ Properties }) => Properties);
const shifted = ['CheckTemplate', 'CreateTemplate', 'MintUrl', 'MintUrls', 'RenderImage'];
const aliases = Object.entries(gradual.ofType('AWS::Lambda::Alias'));
/** The construct's id in a logical id, which is followed by the alias's name and a hash. */
const getFunction = (logicalId: string): string => logicalId.replace(/Aliaslive.*$/, '');

describe('a gradual deployment', () => {
  it('shifts traffic of the functions behind a request, each by its alias', () => {
    expect(aliases.map(([id]) => getFunction(id)).sort()).toEqual(shifted);
    for (const [, alias] of aliases) {
      const policy = (alias as unknown as Properties).UpdatePolicy.CodeDeployLambdaAliasUpdate;
      expect(getIds(gradual, 'AWS::CodeDeploy::DeploymentGroup')).toContain(policy.DeploymentGroupName.Ref);
    }
    expect(getProperties(gradual, 'AWS::CodeDeploy::DeploymentGroup').map((one) => one.DeploymentConfigName)).toEqual(
      Array(5).fill('CodeDeployDefault.LambdaCanary10Percent5Minutes'),
    );
  });

  it('rolls back when the alarm of the canary, of failures or of the new version fires', () => {
    for (const group of getProperties(gradual, 'AWS::CodeDeploy::DeploymentGroup')) {
      expect(group.AutoRollbackConfiguration.Events).toEqual(
        expect.arrayContaining(['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM']),
      );
      expect(group.AlarmConfiguration.Enabled).toBe(true);
      const alarms = group.AlarmConfiguration.Alarms.map(({ Name }: Properties) => Name.Ref.replace(/\w{8}$/, ''));
      expect(alarms.sort()).toEqual([
        ...['APIfailures', 'Canaryfailed', 'Imagefailures'].map((name) => `Observability${name}`),
        expect.stringMatching(/^ObservabilityNewversionof\w+failing$/),
      ]);
    }
  });

  it('sends the calls of gateway and CloudFront to the aliases, and lets them', () => {
    const methods = JSON.stringify(gradual.ofType('AWS::ApiGateway::Method'));
    const [url] = getProperties(gradual, 'AWS::Lambda::Url');
    const permitted = getProperties(gradual, 'AWS::Lambda::Permission').map(({ FunctionName }) =>
      JSON.stringify(FunctionName),
    );

    expect(url.Qualifier).toBe('live');
    for (const [id] of aliases) {
      if (!id.startsWith('RenderImage')) expect(methods).toContain(`{"Ref":"${id}"}`);
      // the address in front of the renderer stands for its alias
      expect(permitted.some((name) => name.includes(id.slice(0, -8)))).toBe(true);
    }
    for (const name of shifted.slice(0, -1)) {
      const fn = getIds(gradual, 'AWS::Lambda::Function').find((id) => new RegExp(`^${name}[0-9A-F]{8}$`).test(id));
      expect(methods).not.toContain(`{"Fn::GetAtt":["${fn}","Arn"]}`);
    }
  });

  it('looks at errors of each new version by itself', () => {
    const alarms = getProperties(gradual, 'AWS::CloudWatch::Alarm').filter(({ AlarmName }) =>
      JSON.stringify(AlarmName).includes('New version of'),
    );
    const dimensions = alarms.flatMap((alarm) => alarm.Dimensions);
    const versions = dimensions.filter(({ Name }: Properties) => Name === 'ExecutedVersion');

    expect(versions).toHaveLength(5);
    for (const { Value } of versions) expect(getIds(gradual, 'AWS::Lambda::Version')).toContain(Value['Fn::GetAtt'][0]);
  });

  it('can be forced in spite of alarms, for a repair', () => {
    const repair = synthesise(
      { gradualDeployment: 'linear10PercentEvery1Minute' },
      { context: { ignoreAlarms: 'true' } },
    );

    for (const { AlarmConfiguration } of getProperties(repair, 'AWS::CodeDeploy::DeploymentGroup'))
      expect(AlarmConfiguration).toMatchObject({ Enabled: false });
  });

  it('is off where a stage says nothing: every function switches at once', () => {
    const usual = synthesise();

    expect([usual.ofType('AWS::CodeDeploy::DeploymentGroup'), usual.ofType('AWS::Lambda::Alias')]).toEqual([{}, {}]);
  });

  it.each(['mintConcurrency', 'drawConcurrency'])('is refused beside provisioned instances of %s', (name) => {
    const settings = { gradualDeployment: 'canary10Percent5Minutes', [name]: { provisioned: 1 } };

    expect(() => readStage('prod', { prod: settings })).toThrow('gradualDeployment: Lambda refuses to split');
  });
});
