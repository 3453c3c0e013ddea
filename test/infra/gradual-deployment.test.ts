import { describe, expect, it } from 'vitest';
import { readStage } from '../../lib/app/stage.ts';
import { type Properties, synthesise } from './synthesise.ts';

const gradual = synthesise({ gradualDeployment: 'canary10Percent5Minutes' }, { region: 'eu-west-1' });
const shifted = ['CheckTemplate', 'CreateTemplate', 'MintUrl', 'MintUrls', 'RenderImage'];
const aliases = Object.entries(gradual.ofType('AWS::Lambda::Alias'));
/** The construct's id in a logical id, which is followed by the alias's name and a hash. */
const getFunction = (logicalId: string): string => logicalId.replace(/Aliaslive.*$/, '');

const groups = gradual.propertiesOf('AWS::CodeDeploy::DeploymentGroup');

describe('a gradual deployment', () => {
  it('shifts traffic of the functions behind a request, each by its alias', () => {
    expect(aliases.map(([id]) => getFunction(id)).sort()).toEqual(shifted);
    expect(groups.map((one) => one.DeploymentConfigName)).toEqual(
      Array(5).fill('CodeDeployDefault.LambdaCanary10Percent5Minutes'),
    );
  });

  it('rolls back when the alarm of the canary, of failures or of the new version fires', () => {
    const ofNewVersions = gradual
      .propertiesOf('AWS::CloudWatch::Alarm')
      .flatMap((alarm) => (alarm.Dimensions ?? []).filter(({ Name }: Properties) => Name === 'ExecutedVersion'));

    expect(ofNewVersions).toHaveLength(5);
    for (const { AutoRollbackConfiguration, AlarmConfiguration } of groups) {
      expect(AutoRollbackConfiguration.Events).toContain('DEPLOYMENT_STOP_ON_ALARM');
      expect(AlarmConfiguration.Enabled).toBe(true);
      const alarms = AlarmConfiguration.Alarms.map(({ Name }: Properties) => Name.Ref.replace(/\w{8}$/, ''));
      expect(alarms.sort()).toEqual([
        ...['APIfailures', 'Canaryfailed', 'Imagefailures'].map((name) => `Observability${name}`),
        expect.stringMatching(/^ObservabilityNewversionof\w+failing$/),
      ]);
    }
  });

  it('sends the calls of gateway and CloudFront to the aliases, and lets them', () => {
    const methods = JSON.stringify(gradual.ofType('AWS::ApiGateway::Method'));
    const permitted = gradual
      .propertiesOf('AWS::Lambda::Permission')
      .map(({ FunctionName }) => JSON.stringify(FunctionName));

    expect(gradual.propertiesOf('AWS::Lambda::Url')[0].Qualifier).toBe('live');
    for (const [id] of aliases) {
      if (!id.startsWith('RenderImage')) expect(methods).toContain(`{"Ref":"${id}"}`);
      // the address in front of the renderer stands for its alias
      expect(permitted.some((name) => name.includes(id.slice(0, -8)))).toBe(true);
    }
    for (const name of shifted.slice(0, -1)) expect(methods).not.toMatch(new RegExp(`"${name}[0-9A-F]{8}","Arn"`));
  });

  it('can be forced in spite of alarms, for a repair', () => {
    const repair = synthesise(
      { gradualDeployment: 'linear10PercentEvery1Minute' },
      { context: { ignoreAlarms: 'true' } },
    );

    for (const { AlarmConfiguration } of repair.propertiesOf('AWS::CodeDeploy::DeploymentGroup'))
      expect(AlarmConfiguration).toMatchObject({ Enabled: false });
  });

  it.each(['mintConcurrency', 'renderConcurrency'])('is refused beside provisioned instances of %s', (name) => {
    const settings = { gradualDeployment: 'canary10Percent5Minutes', [name]: { provisioned: 1 } };

    expect(() => readStage('prod', { prod: settings })).toThrow('gradualDeployment: Lambda refuses to split');
  });
});
