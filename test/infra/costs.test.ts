import { expect, it } from 'vitest';
import { measured } from '../../bin/docs/costs-document.ts';
import { plans } from '../../lambdas/core/quota/plans.ts';
import { type EdgeKeys, loadEdgeFunction } from '../../local/edge-function.ts';
import { edgeSource, getEdgeKeys, imageEvent } from '../support/edge.ts';
import vectors from '../unit/edge/vectors.json' with { type: 'json' };
import { synthesise } from './synthesise.ts';

// biome-ignore lint/suspicious/noExplicitAny: CloudFormation's own shapes
type Properties = any;

const stage = synthesise();
const getProperties = (type: string): Properties[] =>
  [stage, stage.edge].flatMap(({ ofType }) => Object.values(ofType(type)).map(({ Properties }) => Properties));

it('the cost table counts the metrics, secrets and dashboards that a stage has', () => {
  const metrics = getProperties('AWS::CloudWatch::Alarm').map(({ Metrics }) =>
    Metrics ? Metrics.filter(({ MetricStat }: Properties) => MetricStat).length : 1,
  );

  expect(metrics.reduce((sum, count) => sum + count, 0)).toBe(measured.alarmMetrics);
  expect(getProperties('AWS::SecretsManager::Secret')).toHaveLength(measured.secrets);
  expect(getProperties('AWS::CloudWatch::Dashboard')).toHaveLength(measured.dashboards);
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
  let reads = 0;
  const counted: EdgeKeys = {
    get: (key) => {
      reads += 1;
      return keys.get(key);
    },
    exists: (key) => {
      reads += 1;
      return keys.exists(key);
    },
  };

  const answer = await loadEdgeFunction(
    edgeSource,
    counted,
    () => vectors.now,
  )(imageEvent(vectors.vectors[0]?.query ?? ''));

  expect(answer).not.toHaveProperty('statusCode');
  expect(reads).toBe(measured.edgeReads);
});
