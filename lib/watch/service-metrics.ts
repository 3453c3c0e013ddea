import { Duration } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { type IMetric, MathExpression, Metric, type MetricOptions, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { type ImageRouteId, imageRouteIds } from 'image-url-contract/routes.ts';
import type { Capability } from '../../lambdas/config/capabilities.ts';
import { type FunctionId, type FunctionSpec, functions } from '../../lambdas/config/functions.ts';
import { type MetricName, metrics, metricsNamespace } from '../../lambdas/config/metrics.ts';
import type { ServiceFunction } from '../api/service-function.ts';
import type { DataTable } from '../data/data-table.ts';

const isWhere = (isWanted: (spec: FunctionSpec) => boolean): readonly FunctionId[] =>
  (Object.keys(functions) as FunctionId[]).filter((id) => isWanted(functions[id]));

/** Returns the functions with one of these capabilities. */
const getFunctionsWith = (...capabilities: readonly Capability[]): readonly FunctionId[] =>
  isWhere(({ needs }) => capabilities.some((capability) => needs.includes(capability)));

/** Functions that generate templates. */
export const authorFunctions = getFunctionsWith('author:ask');
/** Functions that mint URLs for callers of the API. */
export const mintFunctions = getFunctionsWith('prewarms:order');

/** Functions that render images. */
const renderFunctions: readonly FunctionId[] = [...imageRouteIds];

/** Functions that count each of the metrics that users of the construct see. */
const counting = {
  Mints: [...mintFunctions, 'renderOnDemand', 'renderSiteImage'],
  Renders: renderFunctions,
  FailedRenders: renderFunctions,
  QuotaRefusals: [...mintFunctions, ...authorFunctions],
} as const satisfies Partial<Record<MetricName, readonly FunctionId[]>>;
type CountedMetric = keyof typeof counting;

/** Kinds of images, as they are called in alarms. */
export const imageKinds: Readonly<Record<ImageRouteId, { readonly name: string; readonly waitsMs: number }>> = {
  renderImage: { name: 'Image', waitsMs: 0 },
  renderOnDemand: { name: 'On-demand', waitsMs: 0 },
  // time for the page, which a site serves
  renderSiteImage: { name: 'Site image', waitsMs: 3_000 },
};

/** Resources that are monitored. */
export interface Watched {
  readonly stage: string;
  readonly api: RestApi;
  readonly functions: { readonly [F in Exclude<FunctionId, 'deployResource' | 'readAccessLogs'>]: ServiceFunction } & {
    readonly readAccessLogs?: ServiceFunction;
  };
  /** Tables that every mint or image request uses, by their names on the dashboard. */
  readonly hotTables: Readonly<Record<string, DataTable>>;
  /** Dead-letter queues by the function whose calls they store. */
  readonly undelivered: Readonly<Record<'resetQuotas' | 'prewarmImage' | 'reportUsage', Queue>> & {
    readonly readAccessLogs?: Queue;
  };
  /** Queues that are worked off. */
  readonly queues: readonly Queue[];
  /** Whether the edge has a KeyValueStore. */
  readonly hasEdgeStore: boolean;
}

const period = Duration.minutes(5);
const hour = Duration.hours(1);
/** Minimum number of requests in a period for which a percentage or percentile is meaningful. */
const leastRequests = 100;
/** Maximum number of metrics in one CloudWatch alarm. */
const metricsPerAlarm = 10;

/** All metrics of the dashboard and the alarms. */
export class ServiceMetrics {
  private readonly props: Watched;

  constructor(props: Watched) {
    this.props = props;
  }

  /** Returns one of the service's own metrics, from one function. */
  own(name: MetricName, functionId: FunctionId, statistic: string = Stats.SUM): Metric {
    return new Metric({
      namespace: metricsNamespace,
      metricName: name,
      dimensionsMap: { stage: this.props.stage, function: functionId },
      statistic,
      period,
      label: metrics[name] === 'Count' ? `${name} ${functionId}` : name,
    });
  }

  /** Returns one of the service's own metrics, summed over the functions that count it. */
  total(name: MetricName, ...functionIds: readonly FunctionId[]): readonly IMetric[] {
    return splitSum(
      name,
      functionIds.map((id) => this.own(name, id)),
    );
  }

  /** Returns one of the service's own counts, summed over all functions that may count it. */
  count(name: CountedMetric, options: MetricOptions = {}): IMetric {
    return sumOf(
      name,
      counting[name].map((id) => this.own(name, id).with(options)),
      options,
    );
  }

  /** Returns a count of the function URLs, summed over all kinds of images. */
  imageCount(name: 'UrlRequestCount' | 'Url5xxCount', options: MetricOptions = {}): IMetric {
    const parts = this.images(name, Stats.SUM).map((one) => one.with(options));
    return sumOf(name, parts, options);
  }

  get api(): RestApi {
    return this.props.api;
  }

  get api5xxShare(): IMetric {
    const { api } = this.props;
    return share('API 5xx', api.metricServerError({ period, statistic: Stats.SUM }), api.metricCount({ period }));
  }

  /** Failed API requests in an hour, on all routes. */
  get apiFailures(): IMetric {
    const of = { period: hour, statistic: Stats.SUM };
    return getHourlyFailures('API failures', this.api.metricServerError(of), this.api.metricCount(of));
  }

  /** Returns the failed requests of one kind of image behind the edge in an hour. */
  imageFailures(id: ImageRouteId): IMetric {
    const count = (name: string) => this.image(name, Stats.SUM, id).with({ period: hour });
    return getHourlyFailures(`${imageKinds[id].name} failures`, count('Url5xxCount'), count('UrlRequestCount'));
  }

  /** Returns a metric of a function URL, which gets the requests that the edge cache does not answer. */
  image(metricName: string, statistic: string, id: ImageRouteId): Metric {
    const dimensionsMap = { FunctionName: this.props.functions[id].functionName };
    const label = `${imageKinds[id].name} ${metricName}`;
    return new Metric({ namespace: 'AWS/Lambda', metricName, dimensionsMap, statistic, period, label });
  }

  /** Returns a metric of each kind of image. */
  images(metricName: string, statistic: string): readonly Metric[] {
    return imageRouteIds.map((id) => this.image(metricName, statistic, id));
  }

  image5xxShare(id: ImageRouteId): IMetric {
    const [failed, all] = [this.image('Url5xxCount', Stats.SUM, id), this.image('UrlRequestCount', Stats.SUM, id)];
    return share(`${imageKinds[id].name} 5xx`, failed, all);
  }

  /** Returns the p99 latency; 0 if there are few requests, of which a single one would determine it. */
  busyImageP99(id: ImageRouteId): IMetric {
    return new MathExpression({
      expression: `IF(requests >= ${leastRequests}, p99, 0)`,
      usingMetrics: {
        requests: this.image('UrlRequestCount', Stats.SUM, id),
        p99: this.image('UrlRequestLatency', Stats.percentile(99), id),
      },
      period,
      label: `${imageKinds[id].name} p99`,
    });
  }

  get kills(): readonly IMetric[] {
    return this.total('IsolationKills', ...isWhere(({ warms }) => warms !== undefined));
  }

  /** Daily tokens of the model, weighted by price: an output token counts 5, a cached input token 0.1. */
  get authorSpend(): IMetric {
    const parts = authorFunctions.flatMap((id) => [
      [1, this.own('AuthorInputTokens', id)] as const,
      [0.1, this.own('AuthorCachedTokens', id)] as const,
      [5, this.own('AuthorOutputTokens', id)] as const,
    ]);
    return new MathExpression({
      expression: parts.map(([weight], n) => `${weight} * FILL(tokens${n}, 0)`).join(' + '),
      usingMetrics: Object.fromEntries(parts.map(([, metric], n) => [`tokens${n}`, metric])),
      period: Duration.days(1),
      label: 'Tokens as they are paid for',
    });
  }

  get treeConflicts(): readonly IMetric[] {
    return this.total('TreeConflicts', ...getFunctionsWith('trees:write'));
  }

  get lostAuditEntries(): readonly IMetric[] {
    return this.total('LostAuditEntries', ...getFunctionsWith('audit:write'));
  }

  /** Failed tries in a run of the canary, at most two. */
  get canaryFailures(): Metric {
    return this.own('CanaryFailures', 'runCanary', Stats.MAXIMUM);
  }

  /** Runs of a canary that has a key. */
  get canaryRuns(): IMetric {
    return this.own('CanaryFailures', 'runCanary', Stats.SAMPLE_COUNT);
  }

  get resetRuns(): IMetric {
    return this.props.functions.resetQuotas.metricInvocations({ period: Duration.hours(1) });
  }

  get resetFailures(): readonly IMetric[] {
    const errors = this.props.functions.resetQuotas.metricErrors({ period });
    return splitSum('Reset failures', [errors, this.own('ResetFailures', 'resetQuotas')]);
  }

  get staleKeyrings(): readonly IMetric[] {
    return this.total('StaleKeyrings', ...getFunctionsWith('keyring:read'));
  }

  /** Returns the number of messages in a dead-letter queue. */
  undelivered(id: Exclude<keyof Watched['undelivered'], 'readAccessLogs'>): IMetric {
    return this.props.undelivered[id].metricApproximateNumberOfMessagesVisible({ period });
  }

  /** Log files that could not be read, and announcements of files that could not be counted; undefined without views. */
  get uncountedLogs(): readonly IMetric[] | undefined {
    const waiting = this.props.undelivered.readAccessLogs?.metricApproximateNumberOfMessagesVisible({ period });
    return waiting && splitSum('Uncounted logs', [waiting, this.own('UnreadableLogs', 'readAccessLogs')]);
  }

  /** Age of the oldest change in the streams of the usage tables, in milliseconds. */
  get streamAge(): IMetric {
    const statistic = Stats.MAXIMUM;
    return this.props.functions.reportUsage.metric('IteratorAge', { period, statistic, label: 'Age of changes' });
  }

  /** Age of the oldest message of all queues that are worked off, in seconds. */
  get queueAges(): IMetric {
    const parts = this.props.queues.map((queue) =>
      queue.metricApproximateAgeOfOldestMessage({ period, statistic: Stats.MAXIMUM }),
    );
    const ids = getIds('Age of messages', parts);
    return new MathExpression({
      expression: `MAX([${ids.map((id) => `FILL(${id}, 0)`).join(', ')}])`,
      usingMetrics: named(ids, parts),
      period,
      label: 'Age of messages',
    });
  }

  /** Bytes in the edge's store, recorded once a day; undefined without an edge function. */
  get edgeStoreBytes(): IMetric | undefined {
    if (!this.props.hasEdgeStore) return undefined;
    return this.own('EdgeStoreBytes', 'rotateSigningKey', Stats.MAXIMUM).with({ period: Duration.days(1) });
  }

  get rotationErrors(): IMetric {
    return this.props.functions.rotateSigningKey.metricErrors({ period });
  }

  /** Throttled invocations of the service's functions; others in the account share the concurrency limit. */
  get functionThrottles(): readonly IMetric[] {
    const throttles = Object.values(this.props.functions).map((fn) => fn.metricThrottles({ period }));
    return splitSum('Throttled functions', throttles);
  }

  /** Throttled reads and writes of each monitored table. */
  get tableThrottles(): readonly IMetric[] {
    return Object.entries(this.props.hotTables).map(([name, table]) =>
      sum(`Throttled ${name}`, getThrottleEvents(table)),
    );
  }

  /** Throttled reads and writes of all monitored tables. */
  get allTableThrottles(): IMetric {
    return sum('Throttled tables', Object.values(this.props.hotTables).flatMap(getThrottleEvents));
  }

  /** Age of the newest signing key in days, recorded once a day. */
  get signingKeyAge(): IMetric {
    return this.own('SigningKeyAgeDays', 'rotateSigningKey', Stats.MAXIMUM).with({ period: Duration.days(1) });
  }

  get durations(): readonly Metric[] {
    return Object.entries(this.props.functions).map(([id, fn]) =>
      fn.metricDuration({ period, statistic: Stats.percentile(99), label: id }),
    );
  }

  get errors(): readonly Metric[] {
    return Object.entries(this.props.functions).map(([id, fn]) => fn.metricErrors({ period, label: id }));
  }
}

/** Returns metric ids that are unique within a graph. */
const getIds = (label: string, parts: readonly IMetric[]): string[] =>
  parts.map((_, index) => `${label.charAt(0).toLowerCase()}${label.slice(1).replace(/\W/g, '')}${index}`);

const named = (ids: readonly string[], parts: readonly IMetric[]): Record<string, IMetric> =>
  Object.fromEntries(parts.map((part, index) => [ids[index] as string, part]));

/** Returns the sum of metrics, split into parts of at most `metricsPerAlarm`. */
export const splitSum = (label: string, parts: readonly IMetric[]): readonly IMetric[] =>
  Array.from({ length: Math.ceil(parts.length / metricsPerAlarm) }, (_, n) =>
    sum(n === 0 ? label : `${label} ${n + 1}`, parts.slice(n * metricsPerAlarm, (n + 1) * metricsPerAlarm)),
  );

/** Returns throttled reads and throttled writes of a table. */
const getThrottleEvents = (table: DataTable): readonly IMetric[] =>
  ['ReadThrottleEvents', 'WriteThrottleEvents'].map((metricName) =>
    table.metric(metricName, { period, statistic: Stats.SUM }),
  );

/** Returns the sum of metrics; missing data counts as 0. */
const sum = (label: string, parts: readonly IMetric[]): MathExpression => {
  const ids = getIds(label, parts);
  return new MathExpression({
    expression: ids.map((id) => `FILL(${id}, 0)`).join(' + '),
    usingMetrics: named(ids, parts),
    period,
    label,
  });
};

/** Returns the sum of metrics for a graph or an alarm; missing data counts as 0. */
const sumOf = (label: string, parts: readonly IMetric[], options: MetricOptions): IMetric =>
  sum(label, parts).with({
    ...(options.period && { period: options.period }),
    ...(options.label !== undefined && { label: options.label }),
    ...(options.color !== undefined && { color: options.color }),
  });

/** Returns the failures of an hour; 0 if they are at most one in a thousand requests. */
const getHourlyFailures = (label: string, part: IMetric, all: IMetric): IMetric => {
  const ids = getIds(label, [part, all]);
  return new MathExpression({
    expression: `IF(FILL(${ids[0]}, 0) * 1000 > FILL(${ids[1]}, 0), FILL(${ids[0]}, 0), 0)`,
    usingMetrics: named(ids, [part, all]),
    period: hour,
    label,
  });
};

/** Returns a percentage; 0 if there are few requests. */
const share = (label: string, part: IMetric, all: IMetric): IMetric => {
  const ids = getIds(label, [part, all]);
  return new MathExpression({
    expression: `IF(${ids[1]} >= ${leastRequests}, 100 * FILL(${ids[0]}, 0) / ${ids[1]}, 0)`,
    usingMetrics: named(ids, [part, all]),
    period,
    label: `${label}, percent`,
  });
};
