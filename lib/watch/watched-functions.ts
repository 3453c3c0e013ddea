import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { isBehindApi } from '../api/api-functions.ts';
import type { AlarmRule } from './alarms.ts';
import type { Watched } from './service-metrics.ts';

/** Returns the dimensions of a metric and of all metrics in its expression, except those of throttling. */
function* getDimensions(metric: IMetric): Generator<unknown> {
  const { metricStat, mathExpression } = metric.toMetricConfig();
  if (metricStat && metricStat.metricName !== 'Throttles')
    yield* (metricStat.dimensions ?? []).map(({ value }) => value as unknown);
  for (const part of Object.values(mathExpression?.usingMetrics ?? {})) yield* getDimensions(part);
}

/**
 * Checks that an alarm notices failures of each function: an alarm of its own, or one of the API or the dead-letter
 * queue through which it is called. Alarms on throttling do not count, and neither do those of a single version.
 *
 * @throws Error naming the functions without one
 */
export const requireWatched = (rules: readonly AlarmRule[], { api, functions, undelivered }: Watched): void => {
  const watched = new Set(
    rules
      .filter(({ name }) => !name.startsWith('New version'))
      .flatMap(({ metric }) => [metric].flat())
      .flatMap((metric) => [...getDimensions(metric)]),
  );
  const isWatched = (id: keyof Watched['functions']): boolean => {
    const queue = Object.hasOwn(undelivered, id) ? undelivered[id as keyof typeof undelivered] : undefined;
    const isOfApi = isBehindApi(id) && watched.has(api.restApiName);
    return isOfApi || [id, functions[id]?.functionName, queue?.queueName].some((name) => watched.has(name));
  };
  const unwatched = (Object.keys(functions) as (keyof Watched['functions'])[]).filter((id) => !isWatched(id));
  if (unwatched.length > 0)
    throw new Error(`No alarm notices failures of ${unwatched.join(', ')}: add a rule in lib/watch/observability.ts.`);
};
