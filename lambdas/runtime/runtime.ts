import { randomBytes } from 'node:crypto';
import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics } from '@aws-lambda-powertools/metrics';
import { onKill } from 'image-url-engine/workers.ts';
import { readOwnEnvironment } from '../config/environment.ts';
import { type MetricName, metricsNamespace, metrics as units } from '../config/metrics.ts';
import type { Runtime } from '../ports/runtime.ts';

let logger: Logger | undefined;
let metrics: Metrics | undefined;

/** CloudWatch metrics of a deployed function; undefined on a local machine. */
const getMetrics = ({ STAGE: stage, FUNCTION_ID: id }: ReturnType<typeof readOwnEnvironment>): Metrics | undefined => {
  if (stage === undefined || id === undefined) return undefined;
  const made = new Metrics({ namespace: metricsNamespace });
  // the service's name would be a third dimension
  made.clearDefaultDimensions();
  made.setDefaultDimensions({ stage, function: id });
  return made;
};

/** Production clock, randomness, logger and metrics. */
export const runtime: Runtime = {
  now: () => new Date(),
  randomBytes: (count) => randomBytes(count),
  log: (level, message, details = {}) => {
    logger ??= new Logger({ serviceName: 'image-url-service' });
    logger[level](message, { ...details });
  },
  get defaultEngine() {
    return readOwnEnvironment().DEFAULT_ENGINE;
  },
  get hasLoopback() {
    return readOwnEnvironment().LOOPBACK_FETCHES === 'on';
  },
  get plans() {
    return readOwnEnvironment().PLANS;
  },
  get studioOrigin() {
    return readOwnEnvironment().STUDIO_ORIGIN;
  },
  // these three are replaced for each request (lambdas/http/endpoint.ts)
  beginAct: async () => undefined,
  answerAgain: () => undefined,
  writeQuotaHeaders: () => undefined,
  count: (values) => {
    metrics ??= getMetrics(readOwnEnvironment());
    if (!metrics) return;
    for (const [name, value] of Object.entries(values)) metrics.addMetric(name, units[name as MetricName], value);
    metrics.publishStoredMetrics();
  },
};

onKill(() => runtime.count({ IsolationKills: 1 }));
