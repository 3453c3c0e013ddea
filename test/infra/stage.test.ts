import { describe, expect, it } from 'vitest';
import { checkRegion } from '../../lib/regions.ts';
import { readStage } from '../../lib/stage.ts';

const certificate = 'arn:aws:acm:eu-west-1:111122223333:certificate/11111111-2222-3333-4444-555555555555';

describe('the settings of a stage', () => {
  it('are complete with nothing said, and careful', () => {
    const { settings } = readStage('prod', { prod: {} });

    expect(settings).toMatchObject({ keepsData: true, edgeFunction: true, waf: false, urlLifetimeDays: 1827 });
  });

  it.each([
    ['a stage that is not there', 'beta', { prod: {} }, 'there are prod'],
    ['a setting that does not exist', 'prod', { prod: { edgefunction: false } }, 'edgefunction'],
    ['a life of URLs beyond five years', 'prod', { prod: { urlLifetimeDays: 2_000 } }, 'urlLifetimeDays'],
    [
      'a plan without a word on generations',
      'prod',
      { prod: { plans: { own: { mints: null } } } },
      'plans: own: generations',
    ],
    ['regions without a profile', 'prod', { prod: { ai: { model: 'a.b-v1:0', regions: ['us-east-1'] } } }, 'regions'],
    ['a name that is too long', 'a'.repeat(17), { prod: {} }, '1 to 16 lower-case letters'],
    ['an account that is none', 'prod', { prod: { account: '1234' } }, 'account: an account id is 12 digits'],
    ['a retention CloudWatch does not know', 'prod', { prod: { logRetentionDays: 8 } }, '7|14|30'],
    [
      'a topic for half of the alarms',
      'prod',
      { prod: { alarmTopicArn: 'arn:aws:sns:eu-west-1:111122223333:a' } },
      'edgeAlarmTopicArn',
    ],
    [
      'a topic of the edge elsewhere',
      'prod',
      { prod: { edgeAlarmTopicArn: 'arn:aws:sns:eu-west-1:111122223333:a' } },
      'us-east-1',
    ],
    ['a profile without regions', 'prod', { prod: { ai: { model: 'us.a.b-v1:0' } } }, 'regions'],
    [
      'an image certificate of another region',
      'prod',
      { prod: { imageDomain: { name: 'images.example.org', certificateArn: certificate } } },
      'us-east-1',
    ],
  ])('refuse %s', (_title, name, stages, says) => {
    expect(() => readStage(name, stages)).toThrow(says);
    // one sentence, whatever is wrong
    expect(() => readStage(name, stages)).toThrow(/^[^\n]+\.$/);
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
    [
      'other than that of the API’s certificate',
      'us-west-2',
      { apiDomain: { name: 'api.example.org', certificateArn: certificate } },
      'apiDomain must be of the stage',
    ],
    [
      'other than that of the alarms’ topic',
      'us-west-2',
      {
        alarmTopicArn: 'arn:aws:sns:eu-west-1:111122223333:a',
        edgeAlarmTopicArn: 'arn:aws:sns:us-east-1:111122223333:a',
      },
      'alarmTopicArn must be of the stage',
    ],
    [
      'without Origin Shield, for it',
      'eu-west-1',
      { originShieldRegion: 'eu-north-1' },
      'no Origin Shield in eu-north-1',
    ],
  ])('%s is refused', (_title, region, more, says) => {
    expect(() => checkRegion(region, settings(more))).toThrow(says);
  });

  it.each(['us-east-1', 'eu-west-1', 'ap-northeast-1', 'sa-east-1', 'af-south-1'])('%s is fine', (region) => {
    checkRegion(region, settings({ ai: { model: 'a.b-v1:0' } }));
  });
});
