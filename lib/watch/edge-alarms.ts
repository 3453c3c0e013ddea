import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { type IAlarm, type IMetric, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { acknowledgeEdgeFindings } from '../app/acknowledgements.ts';
import { type AlarmTopicProps, alarmTopic } from './alarm-topic.ts';
import { type AlarmRule, addAlarms } from './alarms.ts';
import { splitSum } from './service-metrics.ts';

const period = Duration.minutes(5);
/** Minimum number of requests in a period for which a percentage is meaningful. */
const leastRequests = 100;
const twice = [2, 3] as const;

export interface EdgeAlarmsProps {
  /** Name of the instance. */
  readonly stage: string;
  readonly distributionId: string;
  /** Names of the edge functions, by what their log groups are called in the template. */
  readonly functionNames: Readonly<Record<string, string>>;
  readonly logRetention: RetentionDays;
  /** Recipient of the alarms. */
  readonly alarms: AlarmTopicProps;
  /** Gigabytes of a day above which an alarm is raised. */
  readonly alarmGigabytes: number;
  /** Whether the names of the alarms contain that of the instance. @default false */
  readonly isNamed?: boolean;
}

/**
 * Alarms for the edge of an instance, and the log groups of its edge functions, in us-east-1: CloudFront writes metrics
 * and logs there, and alarms must be in the region of their metrics.
 */
export class EdgeAlarms extends Construct {
  /** Alarms by their names in the runbook. */
  readonly alarms: ReadonlyMap<string, IAlarm>;

  constructor(scope: Construct, id: string, props: EdgeAlarmsProps) {
    super(scope, id);
    const { stage, distributionId, functionNames, logRetention, alarms } = props;
    const names = Object.values(functionNames);
    const rules = [
      ...getErrorRateRules(distributionId),
      getSpendRule(distributionId, props.alarmGigabytes),
      ...(names.length > 0 ? getFunctionRules(names) : []),
    ];
    // otherwise CloudFront creates it with the first line and never expires it
    for (const [route, name] of Object.entries(functionNames))
      new LogGroup(this, `LogsOf${route}`, {
        logGroupName: `/aws/cloudfront/function/${name}`,
        retention: logRetention,
        removalPolicy: RemovalPolicy.DESTROY,
      });
    this.alarms = addAlarms(this, stage, rules, alarmTopic(this, alarms), props.isNamed ? `${stage} ` : '');
    acknowledgeEdgeFindings(this);
  }
}

const createMetric = (metricName: string, dimensions: Readonly<Record<string, string>>, statistic: string): Metric =>
  new Metric({
    namespace: 'AWS/CloudFront',
    metricName,
    dimensionsMap: { ...dimensions, Region: 'Global' },
    statistic,
    period,
  });

/** Returns CloudFront's error rate in percent; 0 if there are few requests. */
const getErrorRate = (rate: '5xxErrorRate', DistributionId: string): IMetric =>
  new MathExpression({
    expression: `IF(requests >= ${leastRequests}, rate, 0)`,
    usingMetrics: {
      requests: createMetric('Requests', { DistributionId }, Stats.SUM),
      rate: createMetric(rate, { DistributionId }, Stats.AVERAGE),
    },
    period,
    label: rate,
  });

const getErrorRateRules = (distribution: string): AlarmRule[] => [
  {
    name: 'Edge 5xx share',
    says: 'More than 1% of what readers ask for fails',
    metric: getErrorRate('5xxErrorRate', distribution),
    threshold: 1,
    bad: twice,
  },
];

/** Bytes to viewers are most of what a busy stage is billed for, and anybody may fetch a published image. */
const getSpendRule = (DistributionId: string, gigabytes: number): AlarmRule => ({
  name: 'Edge bytes',
  says: `CloudFront has sent more than ${gigabytes.toLocaleString('en')} GB in a day`,
  metric: createMetric('BytesDownloaded', { DistributionId }, Stats.SUM).with({ period: Duration.days(1) }),
  threshold: gigabytes * 2 ** 30,
  bad: [1, 1],
});

const getFunctionRules = (names: readonly string[]): AlarmRule[] => {
  const count = (name: string) =>
    splitSum(
      name,
      names.map((FunctionName) => createMetric(name, { FunctionName }, Stats.SUM)),
    );
  return [
    {
      name: 'Edge function errors',
      says: 'An edge function ended in an error',
      metric: count('FunctionExecutionErrors'),
      threshold: 0,
    },
    {
      name: 'Edge function answers refused',
      says: 'CloudFront refused answers of an edge function',
      metric: count('FunctionValidationErrors'),
      threshold: 0,
    },
    {
      name: 'Edge function throttled',
      says: 'CloudFront throttled an edge function',
      metric: count('FunctionThrottles'),
      threshold: 0,
      bad: twice,
    },
  ];
};
