import { expect, it, vi } from 'vitest';
import { plans } from '../../lambdas/domain/quota/plans.ts';
import { loadEdgeFunction } from '../../local/edge-function.ts';
import { sumDollars } from '../../tools/docs/aws-prices.ts';
import { assumed, getAmounts, getFormula, measured } from '../../tools/docs/costs-document.ts';
import vectors from '../deliver/vectors.json' with { type: 'json' };
import { edgeSource, getEdgeKeys, imageEvent } from '../support/edge.ts';
import { type Properties, synthesise } from './synthesise.ts';

// as in cdk.json
const stage = synthesise({ views: 'templates' });
const getProperties = (type: string) => [stage, stage.edge].flatMap(({ propertiesOf }) => propertiesOf(type));

it('the cost table counts the metrics, secrets and dashboards that a stage has', () => {
  const metrics = getProperties('AWS::CloudWatch::Alarm').map(({ Metrics }) =>
    Metrics ? Metrics.filter(({ MetricStat }: Properties) => MetricStat).length : 1,
  );

  expect(metrics.reduce((sum, count) => sum + count, 0)).toBe(measured.alarmMetrics);
  expect(getProperties('AWS::SecretsManager::Secret')).toHaveLength(measured.secrets);
  expect(getProperties('AWS::CloudWatch::Dashboard')).toHaveLength(measured.dashboards);
});

it('the cost table counts the queues that are polled', () => {
  const queues = new Set([stage, stage.edge].flatMap(({ ofType }) => Object.keys(ofType('AWS::SQS::Queue'))));
  const isQueue = (arn: { 'Fn::GetAtt'?: [string, string] }) => queues.has(arn['Fn::GetAtt']?.[0] ?? '');
  const polled = [
    ...getProperties('AWS::Lambda::EventSourceMapping').map(({ EventSourceArn }) => EventSourceArn),
    ...getProperties('AWS::Pipes::Pipe').map(({ Source }) => Source),
  ];
  expect(polled.filter(isQueue)).toHaveLength(measured.queues);
});

it('the cost table counts the runs of the canary, each of which consumes a mint of its plan', () => {
  const [minutes] = getProperties('AWS::Scheduler::Schedule').flatMap(({ ScheduleExpression }) =>
    [...(/^rate\((\d+) minutes\)$/.exec(ScheduleExpression) ?? [])].slice(1),
  );

  expect((31 * 24 * 60) / Number(minutes)).toBe(measured.canaryRuns);
  expect(measured.canaryRuns).toBeLessThan(plans.scale.mints);
});

it('the cost table counts the key reads of a genuine image URL at the edge', async () => {
  const keys = getEdgeKeys(vectors.keys);
  const reads = [vi.spyOn(keys, 'get'), vi.spyOn(keys, 'exists')];
  const edge = loadEdgeFunction(edgeSource, keys, () => vectors.now);

  const answer = await edge(imageEvent(vectors.vectors[0]?.query ?? ''));

  expect(answer).not.toHaveProperty('statusCode');
  expect(reads.reduce((sum, { mock }) => sum + mock.calls.length, 0)).toBe(measured.edgeReads);
});

it.each([
  [100_000, 3_000_000],
  [1_000_000, 20_000_000],
  [5_000_000, 90_000_000],
])('the formula of the costs says what the table would, for %d mints and %d fetches', (mints, fetches) => {
  const { fixed, perMint, perFetch, perGb } = getFormula();
  const gb = (fetches * assumed.imageKb) / 1_000_000;

  const said = fixed + mints * perMint + fetches * perFetch + gb * perGb;

  expect(said / sumDollars(getAmounts({ mints, fetches }))).toBeCloseTo(1, 1);
});
