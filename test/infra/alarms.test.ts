import { readFileSync } from 'node:fs';
import { App, Stack } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { describe, expect, it } from 'vitest';
import { addAlarms } from '../../lib/alarms.ts';
import { sums } from '../../lib/service-metrics.ts';
import { type SynthesisedStack, synthesise } from './synthesise.ts';

// biome-ignore lint/suspicious/noExplicitAny: CloudFormation's own shapes; each test says what it expects
type Properties = any;

const mailed = synthesise({ alarmEmail: 'operator@example.org', ai: { model: 'a.b-v1:0', alarmTokens: 2_000_000 } });
const getAlarms = ({ ofType }: SynthesisedStack): Properties[] =>
  Object.values(ofType('AWS::CloudWatch::Alarm')).map(({ Properties }) => Properties);
const alarms = [mailed, mailed.edge].flatMap(getAlarms);

const getName = ({ AlarmName }: Properties): string => AlarmName['Fn::Join'][1].at(-1).trim();
/** What an alarm looks at: its own metric or an expression's. */
const getStatistics = ({ Metrics, Statistic, ExtendedStatistic }: Properties): string[] =>
  (Metrics ?? [{ MetricStat: { Stat: ExtendedStatistic ?? Statistic } }]).flatMap(
    ({ MetricStat }: Properties) => MetricStat?.Stat ?? [],
  );
const getExpression = ({ Metrics = [] }: Properties): string =>
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
      expect([getName(alarm), alarm.TreatMissingData]).toEqual([
        getName(alarm),
        isHeartbeat ? 'missing' : 'notBreaching',
      ]);
      // a heartbeat is never low: it is there or it is not
      if (isHeartbeat)
        expect([alarm.Threshold, getStatistics(alarm)[0]]).toEqual([1, expect.stringMatching(/^(Sum|SampleCount)$/)]);
    }
  });

  it('that judges a share or a percentile wants enough requests, and two bad periods', () => {
    const judging = alarms.filter(
      (alarm) =>
        /\/ \w|\brate\b/.test(getExpression(alarm)) || getStatistics(alarm).some((stat) => stat.startsWith('p')),
    );

    expect(judging.length).toBeGreaterThan(3);
    for (const alarm of judging) {
      expect(getExpression(alarm)).toMatch(/^IF\(\w+ >= 100, .+, 0\)$/);
      expect([alarm.DatapointsToAlarm, alarm.EvaluationPeriods]).toEqual([2, 3]);
    }
  });

  it('takes no more metrics than CloudWatch allows, however many functions and tables there are', () => {
    for (const alarm of alarms) expect(getStatistics(alarm).length).toBeLessThanOrEqual(10);

    const stack = new Stack(new App(), 'Many');
    const many = Array.from({ length: 25 }, (_, n) => new Metric({ namespace: 'test', metricName: `m${n}` }));
    addAlarms(stack, 'test', [{ name: 'Sum', says: 'Many', metric: sums('Sum', many), threshold: 0 }], undefined);
    const made = stack.node.children.map(({ node }) => node.defaultChild as Properties);

    expect(made.map(({ metrics }) => metrics.length - 1)).toEqual([10, 10, 5]);
    expect(made.map(({ alarmName }) => alarmName.split('} ')[1])).toEqual(['Sum', 'Sum 2', 'Sum 3']);
  });
});

it('what the model spends is weighed as it is paid for, over a day, where there is a model', () => {
  const spend = alarms.find((one) => getName(one) === 'Model spend');
  const parts = spend?.Metrics.filter(({ MetricStat }: Properties) => MetricStat);

  expect(spend).toMatchObject({ Threshold: 2_000_000, EvaluationPeriods: 1 });
  expect(getExpression(spend).match(/[\d.]+ \*/g)).toEqual(['1 *', '0.1 *', '5 *', '1 *', '0.1 *', '5 *']);
  expect(parts).toHaveLength(6);
  for (const { MetricStat } of parts) expect(MetricStat).toMatchObject({ Period: 86_400, Stat: 'Sum' });
  expect(getAlarms(synthesise({})).map(getName)).not.toContain('Model spend');
});

describe.each([mailed, mailed.edge])('who is told of alarms of $name', (stack) => {
  const { ofType } = stack;
  const [[topicId = ''] = []] = Object.entries(ofType('AWS::SNS::Topic'));

  it('is the mail address, of every alarm and its end, and of a heartbeat that stops', () => {
    const [subscription] = Object.values(ofType('AWS::SNS::Subscription'));

    expect(subscription?.Properties).toMatchObject({ Protocol: 'email', Endpoint: 'operator@example.org' });
    for (const { AlarmActions, OKActions, InsufficientDataActions, TreatMissingData } of getAlarms(stack)) {
      expect([AlarmActions, OKActions]).toEqual([[{ Ref: topicId }], [{ Ref: topicId }]]);
      expect(InsufficientDataActions).toEqual(TreatMissingData === 'missing' ? [{ Ref: topicId }] : undefined);
    }
  });

  it('CloudWatch may publish to the topic, for this account only', () => {
    const [policy] = Object.values(ofType('AWS::SNS::TopicPolicy'));
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
});

it('topics of one’s own are told instead, as they are', () => {
  const arnIn = (region: string) => `arn:aws:sns:${region}:111122223333:operators`;
  const own = synthesise({ alarmTopicArn: arnIn('eu-west-1'), edgeAlarmTopicArn: arnIn('us-east-1') });

  for (const [stack, arn] of [[own, arnIn('eu-west-1')] as const, [own.edge, arnIn('us-east-1')] as const]) {
    expect([stack.ofType('AWS::SNS::Topic'), stack.ofType('AWS::SNS::TopicPolicy')]).toEqual([{}, {}]);
    for (const { AlarmActions } of getAlarms(stack)) expect(AlarmActions).toEqual([arn]);
  }
});

describe('the edge', () => {
  it('is watched in us-east-1 wherever the stage stands, by what its outputs say', () => {
    const { edge, template } = synthesise({}, { region: 'eu-west-1' });

    expect(Object.keys(edge.template.Parameters ?? {})).toEqual(
      expect.arrayContaining(['DistributionId', 'EdgeFunction']),
    );
    for (const output of ['DistributionId', 'EdgeFunction']) expect(template.Outputs).toHaveProperty(output);
    expect(edge.name).toBe('ImageUrlService-test-edge-eu-west-1');
    // a metric of CloudFront’s has no other form
    for (const alarm of getAlarms(edge)) expect(JSON.stringify(alarm)).toContain('{"Name":"Region","Value":"Global"}');
  });

  it('has no function to watch where a stage goes without', () => {
    const { edge, template } = synthesise({ edgeFunction: false });

    expect(getAlarms(edge).map(getName).sort()).toEqual(['Edge 5xx share']);
    expect(template.Outputs).not.toHaveProperty('EdgeFunction');
    expect(edge.template.Parameters).not.toHaveProperty('EdgeFunction');
  });
});

describe('a quiet stage', () => {
  it.each(['API failures', 'Image failures', 'On-demand failures', 'Site image failures'])(
    'tells of five %s in an hour, on whichever route',
    (name) => {
      const alarm = alarms.find((one) => getName(one) === name);

      expect(alarm).toMatchObject({ Threshold: 4, ComparisonOperator: 'GreaterThanThreshold', DatapointsToAlarm: 1 });
      for (const { MetricStat } of alarm.Metrics.filter((one: Properties) => one.MetricStat))
        expect(MetricStat).toMatchObject({ Period: 3_600, Stat: 'Sum' });
      // five of a thousand and more requests a second are none; five of four thousand in an hour are
      expect(getExpression(alarm)).toMatch(/^IF\(FILL\((\w+), 0\) \* 1000 > FILL\(\w+, 0\), FILL\(\1, 0\), 0\)$/);
    },
  );
});

it('a rotation that did not happen in its window is told: the newest key is older than the days between two', () => {
  const [overdue] = getAlarms(synthesise({ keyRotationDays: 30 })).filter((one) => getName(one) === 'Rotation overdue');

  expect(overdue).toMatchObject({ Threshold: 32, ComparisonOperator: 'GreaterThanThreshold', EvaluationPeriods: 1 });
  expect(overdue.Metrics[0].MetricStat).toMatchObject({
    Metric: { MetricName: 'SigningKeyAgeDays' },
    ...{ Stat: 'Maximum', Period: 86_400 },
  });
});

describe('the stack of the edge', () => {
  it('can be deployed without its parameters, and then watches nothing', () => {
    const { Parameters = {}, Conditions = {} } = mailed.edge.template as Properties;

    for (const id of ['DistributionId', 'EdgeFunction']) expect(Parameters[id]).toMatchObject({ Default: 'NONE' });
    expect(JSON.stringify(Conditions)).toContain('"Ref":"DistributionId"');
    expect(JSON.stringify(Conditions)).toContain('"Ref":"EdgeFunction"');
    const conditional = Object.entries({
      ...mailed.edge.ofType('AWS::CloudWatch::Alarm'),
      ...mailed.edge.ofType('AWS::Logs::LogGroup'),
    });
    expect(conditional.length).toBeGreaterThan(3);
    for (const [, resource] of conditional) expect((resource as Properties).Condition).toBe('IsTold');
  });
});
