import { describe, expect, it } from 'vitest';
import { checkRegion } from '../../lib/app/regions.ts';
import { readStage } from '../../lib/app/stage.ts';

const certificate = 'arn:aws:acm:eu-west-1:111122223333:certificate/11111111-2222-3333-4444-555555555555';
const apiDomain = { name: 'api.example.org', certificateArn: certificate };
const topicIn = (region: string) => `arn:aws:sns:${region}:111122223333:a`;
const alarmTopics = { alarmTopicArn: topicIn('eu-west-1'), edgeAlarmTopicArn: topicIn('us-east-1') };

describe('the settings of a stage', () => {
  it('are complete with nothing said, and careful', () => {
    const { settings } = readStage('prod', { prod: {} });

    expect(settings).toMatchObject({ keepsData: true, edgeFunction: true, waf: false, urlLifetimeDays: 1827 });
  });

  it.each([
    ['a stage that is not there', {}, 'there are prod', 'beta'],
    ['a name that is too long', {}, '1 to 16 lower-case letters', 'a'.repeat(17)],
    ['a setting that does not exist', { edgefunction: false }, 'edgefunction'],
    ['a life of URLs beyond five years', { urlLifetimeDays: 2_000 }, 'urlLifetimeDays'],
    ['a plan without a word on generations', { plans: { own: { mints: null } } }, 'plans: own: generations'],
    ['regions without a profile', { ai: { model: 'a.b-v1:0', regions: ['us-east-1'] } }, 'regions'],
    ['a profile without regions', { ai: { model: 'us.a.b-v1:0' } }, 'regions'],
    ['an account that is none', { account: '1234' }, 'account: an account id is 12 digits'],
    ['a retention CloudWatch does not know', { logRetentionDays: 8 }, '7|14|30'],
    ['a topic for half of the alarms', { alarmTopicArn: topicIn('eu-west-1') }, 'edgeAlarmTopicArn'],
    ['a topic of the edge elsewhere', { edgeAlarmTopicArn: topicIn('eu-west-1') }, 'us-east-1'],
    [
      'an image certificate elsewhere',
      { imageDomain: { name: 'i.example', certificateArn: certificate } },
      'us-east-1',
    ],
    ['more provisioned than reserved', { mintConcurrency: { provisioned: 5, reserved: 4 } }, 'no more can be'],
    ['no function at all', { mintConcurrency: { reserved: 0 } }, 'mintConcurrency: reserved'],
    ['more than all traces', { tracedShare: 1.5 }, 'tracedShare'],
    ['a log level in small letters', { logLevel: 'debug' }, 'logLevel'],
    ['two addresses in one', { usageEmail: 'a@b, c@d' }, 'usageEmail'],
  ])('refuse %s', (_title, settings, says, name = 'prod') => {
    expect(() => readStage(name, { prod: settings })).toThrow(says);
    // one sentence, whatever is wrong
    expect(() => readStage(name, { prod: settings })).toThrow(/^[^\n]+\.$/);
  });

  it('name all that is wrong at once', () => {
    const wrong = { edgefunction: false, waf: 1, ai: {} };

    expect(() => readStage('prod', { prod: wrong })).toThrow(/ai: model: .+waf: .+"edgefunction"/);
  });
});

describe('a region', () => {
  const settings = (more: object = {}) => readStage('prod', { prod: more }).settings;

  it.each([
    ['nobody knows', 'eu-nowhere-1', {}, 'no region eu-nowhere-1'],
    ['of another partition', 'us-gov-west-1', {}, 'us-gov-west-1 is apart'],
    ['without function URLs', 'il-central-1', {}, 'function URLs'],
    ['without Bedrock', 'ap-east-1', { ai: { model: 'a.b-v1:0' } }, 'Bedrock'],
    ['without the API’s certificate', 'us-west-2', { apiDomain }, 'apiDomain must be of the stage'],
    ['without the alarms’ topic', 'us-west-2', alarmTopics, 'alarmTopicArn must be of the stage'],
    ['without Origin Shield, for it', 'eu-west-1', { originShieldRegion: 'eu-north-1' }, 'Shield in eu-north-1'],
  ])('%s is refused', (_title, region, more, says) => {
    expect(() => checkRegion(region, settings(more))).toThrow(says);
  });

  it.each(['us-east-1', 'eu-west-1', 'ap-northeast-1', 'sa-east-1', 'af-south-1'])('%s is fine', (region) => {
    checkRegion(region, settings({ ai: { model: 'a.b-v1:0' } }));
  });
});
