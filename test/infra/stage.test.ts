import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkRegion, withoutFunctionUrls } from '../../lib/app/regions.ts';
import { readStage } from '../../lib/app/stage.ts';

const certificate = 'arn:aws:acm:eu-west-1:111122223333:certificate/11111111-2222-3333-4444-555555555555';
const apiDomain = { domainName: 'api.example.org', certificate };
const topicIn = (region: string) => `arn:aws:sns:${region}:111122223333:a`;
const alarmTopics = { alarmTopic: topicIn('eu-west-1'), edgeAlarmTopic: topicIn('us-east-1') };

describe('the settings of a stage', () => {
  it('are complete with nothing said, and careful', () => {
    const { settings } = readStage('prod', { prod: {} });

    expect(settings).toMatchObject({ keepsData: true, verifyAtEdge: true, waf: false, urlLifetimeDays: 1827 });
  });

  it.each([
    ['a stage that is not there', {}, 'there are prod', 'beta'],
    ['a name that is too long', {}, '1 to 16 lower-case letters', 'a'.repeat(17)],
    [
      'a setting that does not exist',
      { verifyAtEgde: false },
      'verifyAtEgde: there is no such name; did you mean verifyAtEdge?',
    ],
    [
      'a field that does not exist',
      { ...{ model: { modelid: 'a.b-v1:0' } } },
      'model.modelid: there is no such name; did you mean modelId?',
    ],
    [
      'a life of URLs beyond five years',
      { urlLifetime: { days: 2_000 } },
      'urlLifetime: expected a duration of 1 to 1827 whole days: Duration.days(30), in JSON { "days": 30 }, got {"days":2000}',
    ],
    [
      'a life of URLs without a unit',
      { urlLifetime: 30 },
      'urlLifetime: expected a duration of 1 to 1827 whole days: Duration.days(30), in JSON { "days": 30 }, got 30',
    ],
    ['a tag of AWS', { tags: { 'aws:x': 'y' } }, 'tags.aws:x: a tag is named by 1 to 128 characters'],
    [
      'an alias of a key',
      { encryptionKey: 'alias/own' },
      'encryptionKey: expected the ARN of a KMS key, got "alias/own"',
    ],
    [
      'less than a new table has',
      { warmThroughput: { reads: 11_999, writes: 4_000 } },
      'warmThroughput.reads: expected at least 12000, got 11999',
    ],
    [
      'warm reads alone',
      { warmThroughput: { reads: 20_000 } },
      'warmThroughput.writes: expected a number, it is missing',
    ],
    ['robots in two lines', { robots: 'noindex\nSet-Cookie: a=b' }, 'robots: expected rules of X-Robots-Tag'],
    [
      'the ARN of another profile',
      { model: { modelId: 'arn:aws:bedrock:eu-west-1:111122223333:provisioned-model/abc' } },
      'model.modelId: it must be the id of a model or of an inference profile, or the ARN of an application',
    ],
    [
      'replicas with a key',
      { replicaRegion: 'eu-central-1', encryptionKey: 'arn:aws:kms:eu-west-1:111122223333:key/1' },
      'replicaRegion: replicas are encrypted with keys that AWS owns',
    ],
    ['a switch as text', { studio: 'yes' }, 'studio: expected true or false, got "yes"'],
    [
      'a plan without a word on generations',
      { plans: { own: { mints: null } } },
      'plans.own.generations: expected a number, it is missing',
    ],
    ['regions without a profile', { model: { modelId: 'a.b-v1:0', regions: ['us-east-1'] } }, 'regions'],
    ['a profile without regions', { model: { modelId: 'us.a.b-v1:0' } }, 'regions'],
    ['an account that is none', { account: '1234' }, 'account: expected 12 digits in quotes, got "1234"'],
    [
      'a retention CloudWatch does not know',
      { logRetention: 8 },
      'logRetention: expected a number of days that CloudWatch Logs has (1, 3, 5, 7',
    ],
    ['a topic for half of the alarms', { alarmTopic: topicIn('eu-west-1') }, 'edgeAlarmTopic'],
    ['a topic of the edge elsewhere', { edgeAlarmTopic: topicIn('eu-west-1') }, 'us-east-1'],
    ['an image certificate elsewhere', { imageDomain: { domainName: 'i.example.org', certificate } }, 'us-east-1'],
    ['more provisioned than reserved', { mintConcurrency: { provisioned: 5, reserved: 4 } }, 'no more can be'],
    [
      'no function at all',
      { mintConcurrency: { reserved: 0 } },
      'mintConcurrency.reserved: expected at least 1, got 0',
    ],
    ['more than all traces', { tracedShare: 1.5 }, 'tracedShare: expected at most 1, got 1.5'],
    [
      'a log level in small letters',
      { logLevel: 'debug' },
      'logLevel: expected one of "INFO", "WARN", "ERROR", got "debug"',
    ],
    ['two addresses in one', { usageEmail: 'a@b, c@d' }, 'usageEmail: expected one email address, got "a@b, c@d"'],
  ])('refuse %s', (_title, settings, says, name = 'prod') => {
    expect(() => readStage(name, { prod: settings })).toThrow(says);
    // one sentence, whatever is wrong
    expect(() => readStage(name, { prod: settings })).toThrow(/^[^\n]+[.?]$/);
  });

  it('name all that is wrong at once', () => {
    const wrong = { colour: false, waf: 1, model: {} };

    expect(() => readStage('prod', { prod: wrong })).toThrow(/colour: .+model.modelId: .+waf: /);
  });
});

describe('a region', () => {
  const settings = (more: object = {}) => readStage('prod', { prod: more }).settings;

  it.each([
    ['nobody knows', 'eu-nowhere-1', {}, 'no region eu-nowhere-1'],
    ['of GovCloud', 'us-gov-west-1', {}, 'us-gov-west-1 is apart'],
    ['of China', 'cn-north-1', {}, 'cn-north-1 is apart'],
    ['without function URLs', 'il-central-1', {}, 'function URLs'],
    ['without Bedrock', 'ap-east-1', { model: { modelId: 'a.b-v1:0' } }, 'Bedrock'],
    ['without the API’s certificate', 'us-west-2', { apiDomain }, 'apiDomain must be of the stage'],
    ['without the alarms’ topic', 'us-west-2', alarmTopics, 'alarmTopic must be of the stage'],
    ['that is its own replica', 'eu-west-1', { replicaRegion: 'eu-west-1' }, 'replicaRegion must be another region'],
    ['whose replica is nowhere', 'eu-west-1', { replicaRegion: 'eu-nowhere-1' }, 'no region eu-nowhere-1'],
    ['without Origin Shield, for it', 'eu-west-1', { originShieldRegion: 'eu-north-1' }, 'Shield in eu-north-1'],
  ])('%s is refused', (_title, region, more, says) => {
    expect(() => checkRegion(region, settings(more))).toThrow(says);
  });

  it('that lacks function URLs is named in docs/deploying.md', () => {
    const [, named = ''] =
      /Lambda function URLs\. When this was written these had none: (.+?)\. /.exec(
        readFileSync('docs/deploying.md', 'utf8'),
      ) ?? [];

    expect(named.split(', ')).toEqual(withoutFunctionUrls);
  });

  it.each(['us-east-1', 'eu-west-1', 'ap-northeast-1', 'sa-east-1', 'af-south-1'])('%s is fine', (region) => {
    checkRegion(region, settings({ model: { modelId: 'a.b-v1:0' } }));
  });
});
