import { readFileSync } from 'node:fs';
import { App, Stack } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { describe, expect, it } from 'vitest';
import { addAlarms } from '../../lib/alarms.ts';
import { sums } from '../../lib/service-metrics.ts';
import { synthesise } from './synthesise.ts';

// biome-ignore lint/suspicious/noExplicitAny: CloudFormation's own shapes; each test says what it expects
type Properties = any;

const mailed = synthesise({ alarmEmail: 'operator@example.org' });
const alarms = Object.values(mailed.ofType('AWS::CloudWatch::Alarm')).map(({ Properties }) => Properties as Properties);

const nameOf = ({ AlarmName }: Properties): string => AlarmName['Fn::Join'][1].at(-1).trim();
const named = (name: string): Properties => alarms.find((alarm) => nameOf(alarm) === name);
/** What an alarm looks at: its own metric or an expression's. */
const statisticsOf = ({ Metrics, Statistic, ExtendedStatistic }: Properties): string[] =>
  (Metrics ?? [{ MetricStat: { Stat: ExtendedStatistic ?? Statistic } }]).flatMap(
    ({ MetricStat }: Properties) => MetricStat?.Stat ?? [],
  );
const expressionOf = ({ Metrics = [] }: Properties): string =>
  Metrics.find(({ Expression }: Properties) => Expression)?.Expression ?? '';

describe('every alarm', () => {
  it('has its paragraph in the runbook', () => {
    const headings = [...readFileSync('docs/runbook.md', 'utf8').matchAll(/^## (.+)$/gm)].map(([, text = '']) =>
      text.toLowerCase().replaceAll(' ', '-'),
    );

    expect(alarms.length).toBeGreaterThan(5);
    for (const { AlarmDescription } of alarms) {
      const [, anchor = ''] = /docs\/runbook\.md#(\S+)/.exec(AlarmDescription) ?? [];
      expect(headings).toContain(anchor);
    }
  });

  it('is well before there was anything, and ends by itself when nothing comes any more', () => {
    for (const alarm of alarms) {
      const isHeartbeat = alarm.ComparisonOperator === 'LessThanThreshold';
      expect([nameOf(alarm), alarm.TreatMissingData]).toEqual([
        nameOf(alarm),
        isHeartbeat ? 'missing' : 'notBreaching',
      ]);
      // a heartbeat is never low: it is there or it is not
      if (isHeartbeat) expect([alarm.Threshold, statisticsOf(alarm)]).toEqual([1, ['Sum']]);
    }
  });

  it('that judges a share or a percentile wants enough requests, and two bad periods', () => {
    const judging = alarms.filter(
      (alarm) => expressionOf(alarm).includes('/') || statisticsOf(alarm).some((stat) => stat.startsWith('p')),
    );

    expect(judging.map(nameOf).sort()).toEqual(['API 5xx share', 'Image 5xx share', 'Image p99']);
    for (const alarm of judging) {
      expect(expressionOf(alarm)).toMatch(/^IF\(\w+ >= 100, .+, 0\)$/);
      expect([alarm.DatapointsToAlarm, alarm.EvaluationPeriods]).toEqual([2, 3]);
    }
  });

  it('takes no more metrics than CloudWatch allows, however many functions and tables there are', () => {
    for (const alarm of alarms) expect(statisticsOf(alarm).length).toBeLessThanOrEqual(10);

    const stack = new Stack(new App(), 'Many');
    const many = Array.from({ length: 25 }, (_, n) => new Metric({ namespace: 'test', metricName: `m${n}` }));
    addAlarms(stack, 'test', [{ name: 'Sum', says: 'Many', metric: sums('Sum', many), threshold: 0 }], undefined);
    const made = stack.node.children.map(({ node }) => node.defaultChild as Properties);

    expect(made.map(({ metrics }) => metrics.length - 1)).toEqual([10, 10, 5]);
    expect(made.map(({ alarmName }) => alarmName.split('} ')[1])).toEqual(['Sum', 'Sum 2', 'Sum 3']);
  });
});

describe('who is told', () => {
  const [[topicId = ''] = []] = Object.entries(mailed.ofType('AWS::SNS::Topic'));

  it('is the mail address, of every alarm and its end, and of a heartbeat that stops', () => {
    const [subscription] = Object.values(mailed.ofType('AWS::SNS::Subscription'));

    expect(subscription?.Properties).toMatchObject({ Protocol: 'email', Endpoint: 'operator@example.org' });
    for (const { AlarmActions, OKActions } of alarms)
      expect([AlarmActions, OKActions]).toEqual([[{ Ref: topicId }], [{ Ref: topicId }]]);
    expect(named('Reset did not run').InsufficientDataActions).toEqual([{ Ref: topicId }]);
  });

  it('CloudWatch may publish to the topic, for this account only', () => {
    const [policy] = Object.values(mailed.ofType('AWS::SNS::TopicPolicy'));
    const { Statement } = (policy?.Properties.PolicyDocument ?? {}) as Properties;

    expect(Statement.filter(({ Effect }: Properties) => Effect === 'Allow')).toEqual([
      expect.objectContaining({
        Principal: { Service: 'cloudwatch.amazonaws.com' },
        Action: 'sns:Publish',
        Resource: { Ref: topicId },
        Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
      }),
    ]);
  });

  it('is a topic of one’s own, as it is', () => {
    const arn = 'arn:aws:sns:eu-west-1:111122223333:operators';
    const { ofType } = synthesise({ alarmTopicArn: arn });

    expect([ofType('AWS::SNS::Topic'), ofType('AWS::SNS::TopicPolicy')]).toEqual([{}, {}]);
    for (const { Properties } of Object.values(ofType('AWS::CloudWatch::Alarm')))
      expect((Properties as Properties).AlarmActions).toEqual([arn]);
  });
});
