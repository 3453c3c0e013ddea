import { readFileSync } from 'node:fs';
import { App, Stack } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { imageRouteIds } from 'image-url-contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { type FunctionId, type FunctionSpec, functions } from '../../lambdas/config/functions.ts';
import { deliveryIds, getEdgeFunctionOutput } from '../../lib/delivery/edge-functions.ts';
import { addAlarms } from '../../lib/watch/alarms.ts';
import { imageKinds, splitSum, type Watched } from '../../lib/watch/service-metrics.ts';
import { requireWatched } from '../../lib/watch/watched-functions.ts';
import { type Properties, type SynthesisedStack, synthesise, usualStage } from './synthesise.ts';

const mailed = synthesise({
  views: 'templates',
  alarmEmail: 'operator@example.org',
  model: { modelId: 'a.b-v1:0', alarmTokens: 2_000_000 },
});
const getAlarms = ({ propertiesOf }: SynthesisedStack): Properties[] => propertiesOf('AWS::CloudWatch::Alarm');
const alarms = [mailed, mailed.edge].flatMap(getAlarms);

const getName = ({ AlarmName }: Properties): string => AlarmName['Fn::Join'][1].at(-1).trim();
const edgeParameters = ['DistributionId', ...deliveryIds.map(getEdgeFunctionOutput)];
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
    addAlarms(stack, 'test', [{ name: 'Sum', says: 'Many', metric: splitSum('Sum', many), threshold: 0 }], undefined);
    const made = stack.node.children.map(({ node }) => node.defaultChild as Properties);

    expect(made.map(({ metrics }) => metrics.length - 1)).toEqual([10, 10, 5]);
    expect(made.map(({ alarmName }) => alarmName.split('} ')[1])).toEqual(['Sum', 'Sum 2', 'Sum 3']);
  });
});

it('the tokens of a day at the model are summed, where there is a model', () => {
  const spend = alarms.find((one) => getName(one) === 'Model spend');

  expect(spend).toMatchObject({ Threshold: 2_000_000, EvaluationPeriods: 1 });
  for (const { MetricStat } of spend.Metrics)
    if (MetricStat) expect(MetricStat).toMatchObject({ Period: 86_400, Stat: 'Sum' });
  expect(getAlarms(usualStage()).map(getName)).not.toContain('Model spend');
});

describe.each([mailed, mailed.edge])('who is told of alarms of $name', (stack) => {
  const [topicId = ''] = Object.keys(stack.ofType('AWS::SNS::Topic'));

  it('is the mail address, of every alarm and its end, and of a heartbeat that stops', () => {
    const [subscription] = stack.propertiesOf('AWS::SNS::Subscription');

    expect(subscription).toMatchObject({ Protocol: 'email', Endpoint: 'operator@example.org' });
    for (const { AlarmActions, OKActions, InsufficientDataActions, TreatMissingData } of getAlarms(stack)) {
      expect([AlarmActions, OKActions]).toEqual([[{ Ref: topicId }], [{ Ref: topicId }]]);
      expect(InsufficientDataActions).toEqual(TreatMissingData === 'missing' ? [{ Ref: topicId }] : undefined);
    }
  });

  it('CloudWatch may publish to the topic, for this account only', () => {
    const [{ PolicyDocument }] = stack.propertiesOf('AWS::SNS::TopicPolicy') as [Properties];

    expect(PolicyDocument.Statement.filter(({ Effect }: Properties) => Effect === 'Allow')).toEqual([
      expect.objectContaining({
        Principal: { Service: 'cloudwatch.amazonaws.com' },
        Action: 'sns:Publish',
        Resource: { Ref: topicId },
        Condition: {
          StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } },
          ArnLike: { 'aws:SourceArn': expect.anything() },
        },
      }),
    ]);
    const [allowed] = PolicyDocument.Statement.filter(({ Effect }: Properties) => Effect === 'Allow');
    expect(allowed.Condition.ArnLike['aws:SourceArn']['Fn::Join'][1].slice(-3)).toEqual([
      ':alarm:',
      { Ref: 'AWS::StackName' },
      ' *',
    ]);
  });
});

it('topics of one’s own are told instead, as they are', () => {
  const arnIn = (region: string) => `arn:aws:sns:${region}:111122223333:operators`;
  const own = synthesise({ alarmTopic: arnIn('eu-west-1'), edgeAlarmTopic: arnIn('us-east-1') });

  for (const [stack, arn] of [[own, arnIn('eu-west-1')] as const, [own.edge, arnIn('us-east-1')] as const]) {
    expect([stack.ofType('AWS::SNS::Topic'), stack.ofType('AWS::SNS::TopicPolicy')]).toEqual([{}, {}]);
    for (const { AlarmActions } of getAlarms(stack)) expect(AlarmActions).toEqual([arn]);
  }
});

describe('the edge', () => {
  it('is watched in us-east-1 wherever the stage stands, by what its outputs say', () => {
    const { edge, template } = synthesise({}, { region: 'eu-west-1' });

    expect(Object.keys(edge.template.Parameters ?? {})).toEqual(expect.arrayContaining(edgeParameters));
    for (const output of edgeParameters) expect(template.Outputs).toHaveProperty(output);
    expect(edge.name).toBe('ImageUrlService-test-edge-eu-west-1');
    // a metric of CloudFront’s has no other form
    for (const alarm of getAlarms(edge)) expect(JSON.stringify(alarm)).toContain('{"Name":"Region","Value":"Global"}');
  });

  it('has no function to watch where a stage goes without', () => {
    const { edge, template } = synthesise({ verifyAtEdge: false });

    expect(getAlarms(edge).map(getName).sort()).toEqual(['Edge 5xx share', 'Edge bytes']);
    for (const id of edgeParameters.slice(1)) {
      expect(template.Outputs).not.toHaveProperty(id);
      expect(edge.template.Parameters).not.toHaveProperty(id);
    }
  });

  it('has a stack that can be deployed without its parameters, and then watches nothing', () => {
    const { template, ofType } = mailed.edge as Properties;
    const conditional = ['AWS::CloudWatch::Alarm', 'AWS::Logs::LogGroup'].flatMap((type) =>
      Object.values(ofType(type)),
    );

    for (const id of edgeParameters) {
      expect(template.Parameters[id]).toMatchObject({ Default: 'NONE' });
      expect(JSON.stringify(template.Conditions)).toContain(`"Ref":"${id}"`);
    }
    expect(conditional.length).toBeGreaterThan(3);
    for (const { Condition } of conditional as Properties[]) expect(Condition).toBe('IsTold');
  });
});

it('a quiet stage tells of five failures in an hour, on whichever route', () => {
  const failures = alarms.filter((one) => /^(API|Image|On-demand|Site image) failures$/.test(getName(one)));

  expect(failures).toHaveLength(4);
  for (const alarm of failures) {
    expect(alarm).toMatchObject({ Threshold: 4, ComparisonOperator: 'GreaterThanThreshold', DatapointsToAlarm: 1 });
    expect(alarm.Metrics.every(({ MetricStat }: Properties) => (MetricStat?.Period ?? 3_600) === 3_600)).toBe(true);
    // five of a thousand and more requests a second are none; five of four thousand in an hour are
    expect(getExpression(alarm)).toMatch(/^IF\(FILL\((\w+), 0\) \* 1000 > FILL\(\w+, 0\), FILL\(\1, 0\), 0\)$/);
  }
});

/** The functions that the alarms of a name look at, by their ids. */
const getWatched = (name: string, metric: string): string[] => {
  const toId = (dimension: Properties): string =>
    typeof dimension.Value === 'string'
      ? dimension.Value
      : (functionIds.find((id) => new RegExp(`^${id}[0-9A-F]{8}$`, 'i').test(dimension.Value.Ref)) ?? '?');
  const named = alarms.filter((one) => new RegExp(`^${name}( \\d+)?$`).test(getName(one)));
  expect(named.length).toBeGreaterThan(0);
  return named
    .flatMap(({ Metrics, MetricName, Dimensions }: Properties) =>
      Metrics ? Metrics.flatMap((one: Properties) => one.MetricStat?.Metric ?? []) : [{ MetricName, Dimensions }],
    )
    .filter(({ MetricName }: Properties) => MetricName === metric)
    .flatMap(({ Dimensions }: Properties) => {
      expect(Dimensions).toBeDefined();
      return Dimensions.filter(({ Name }: Properties) => ['FunctionName', 'function'].includes(Name)).map(toId);
    })
    .sort();
};
const functionIds = Object.keys(functions) as FunctionId[];
const getIds = (isWanted: (spec: FunctionSpec) => boolean) =>
  functionIds.filter((id) => isWanted(functions[id])).sort();

describe('alarms follow from the table of functions', () => {
  it('trees that differ are told of every function that stores trees', () => {
    const storing = getIds(({ needs }) => needs.includes('trees:write'));

    expect(storing.length).toBeGreaterThan(8);
    expect(getWatched('Tree conflicts', 'TreeConflicts')).toEqual(storing);
  });

  it.each([
    ['5xx share', 'Url5xxCount'],
    ['p99', 'UrlRequestLatency'],
    ['failures', 'Url5xxCount'],
  ])('%s has an alarm for each function behind the image host', (what, metric) => {
    const watched = Object.values(imageKinds).flatMap(({ name }) => getWatched(`${name} ${what}`, metric));

    expect(watched.sort()).toEqual(imageRouteIds.toSorted());
  });

  it('throttling is told of the service’s functions, and of nobody else’s', () => {
    expect(getWatched('Functions throttled', 'Throttles')).toEqual(
      getIds(() => true).filter((id) => id !== 'deployResource'),
    );
  });

  it.each(['FunctionExecutionErrors', 'FunctionValidationErrors', 'FunctionThrottles'])(
    '%s are told of every edge function',
    (metric) => {
      const watched = getAlarms(mailed.edge)
        .flatMap(({ Metrics = [] }: Properties) => Metrics.flatMap((one: Properties) => one.MetricStat?.Metric ?? []))
        .filter(({ MetricName }: Properties) => MetricName === metric)
        .flatMap(({ Dimensions }: Properties) => Dimensions.flatMap(({ Value }: Properties) => Value.Ref ?? []));

      expect(watched.sort()).toEqual(deliveryIds.map(getEdgeFunctionOutput).sort());
    },
  );

  it('a function that no alarm notices does not synthesise', () => {
    const fn = (id: string) => ({ functionName: `fn-${id}` });
    const made = Object.fromEntries(functionIds.map((id) => [id, fn(id)]));
    const api = { restApiName: 'api' };
    const watched = { functions: made, api, undelivered: {} } as unknown as Watched;
    const rule = (name: string, metric: Metric) => ({ name, says: '', metric, threshold: 0 });
    const errorsOf = (FunctionName: string) =>
      new Metric({ namespace: 'AWS/Lambda', metricName: 'Errors', dimensionsMap: { FunctionName } });
    const ofApi = rule('API', new Metric({ namespace: 'a', metricName: 'b', dimensionsMap: { ApiName: 'api' } }));
    const others = functionIds.filter((id) => id !== 'runCanary').map((id) => rule(id, errorsOf(`fn-${id}`)));
    const throttled = new Metric({
      ...{ namespace: 'AWS/Lambda', metricName: 'Throttles', dimensionsMap: { FunctionName: 'fn-runCanary' } },
    });

    expect(() => requireWatched([ofApi, ...others], watched)).toThrow('No alarm notices failures of runCanary');
    expect(() => requireWatched([ofApi, ...others, rule('Functions throttled', throttled)], watched)).toThrow(
      'runCanary',
    );
    expect(() => requireWatched([ofApi, ...others, rule('x', errorsOf('fn-runCanary'))], watched)).not.toThrow();
  });
});

it('a rotation that did not happen in its window is told: the newest key is older than the days between two', () => {
  const overdue = getAlarms(synthesise({ keyRotation: { days: 30 } })).find(
    (one) => getName(one) === 'Rotation overdue',
  );

  expect(overdue).toMatchObject({ Threshold: 32, ComparisonOperator: 'GreaterThanThreshold', EvaluationPeriods: 1 });
  expect(overdue.Metrics[0].MetricStat.Metric.MetricName).toBe('SigningKeyAgeDays');
});
