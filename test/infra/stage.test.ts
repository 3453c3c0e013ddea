import { describe, expect, it } from 'vitest';
import { readStage } from '../../lib/stage.ts';

const certificate = 'arn:aws:acm:eu-west-1:111122223333:certificate/11111111-2222-3333-4444-555555555555';

describe('the settings of a stage', () => {
  it('are complete with nothing said, and careful', () => {
    const { settings } = readStage('prod', { prod: {} });

    expect(settings).toMatchObject({ keepsData: true, edgeFunction: true, waf: false, urlLifetimeDays: 1827 });
  });

  it.each([
    ['a name that is no name', 'Prod!', {}, 'stage'],
    ['a stage that is not there', 'beta', { prod: {} }, 'there are prod'],
    ['a setting that does not exist', 'prod', { prod: { edgefunction: false } }, 'edgefunction'],
    ['a life of URLs beyond five years', 'prod', { prod: { urlLifetimeDays: 2_000 } }, 'urlLifetimeDays'],
    ['regions without a profile', 'prod', { prod: { ai: { model: 'a.b-v1:0', regions: ['us-east-1'] } } }, 'regions'],
    ['a profile without regions', 'prod', { prod: { ai: { model: 'us.a.b-v1:0' } } }, 'regions'],
    [
      'an image certificate of another region',
      'prod',
      { prod: { imageDomain: { name: 'images.example.org', certificateArn: certificate } } },
      'us-east-1',
    ],
  ])('refuse %s', (_title, name, stages, says) => {
    expect(() => readStage(name, stages)).toThrow(says);
  });
});
