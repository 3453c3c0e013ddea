import { CfnParameter, Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { acknowledgeEdgeFindings } from './acknowledgements.ts';
import { alarmTopic } from './alarm-topic.ts';
import { type AlarmRule, addAlarms } from './alarms.ts';
import type { Stage } from './stage.ts';

export interface EdgeWatchStackProps extends StackProps {
  readonly stage: Stage;
}

const period = Duration.minutes(5);
/** Requests in a period below which a share says nothing. */
const leastRequests = 100;
const twice = [2, 3] as const;

/**
 * Watches a stage's edge. CloudFront writes its metrics and its functions' logs to us-east-1, and an alarm sees only its own
 * region: wherever a stage stands, this stack stands there. What it watches is told at deployment, out of the stage's outputs.
 */
export class EdgeWatchStack extends Stack {
  constructor(scope: Construct, id: string, { stage, ...props }: EdgeWatchStackProps) {
    super(scope, id, props);
    const { edgeFunction, logRetentionDays, alarmEmail, edgeAlarmTopicArn } = stage.settings;
    const distribution = new CfnParameter(this, 'DistributionId', { allowedPattern: '[A-Z0-9]+' }).valueAsString;
    const rules = shareRules(distribution);
    if (edgeFunction) {
      const name = new CfnParameter(this, 'EdgeFunction', { allowedPattern: '[A-Za-z0-9-_]+' }).valueAsString;
      rules.push(...functionRules(name));
      // CloudFront makes it at the first line, and would keep it for ever
      new LogGroup(this, 'FunctionLogs', {
        logGroupName: `/aws/cloudfront/function/${name}`,
        retention: logRetentionDays as RetentionDays,
        removalPolicy: RemovalPolicy.DESTROY,
      });
    }
    addAlarms(this, stage.name, rules, alarmTopic(this, { email: alarmEmail, topicArn: edgeAlarmTopicArn }));
    acknowledgeEdgeFindings(this);
  }
}

const ofCloudFront = (metricName: string, dimensions: Readonly<Record<string, string>>, statistic: string): Metric =>
  new Metric({
    namespace: 'AWS/CloudFront',
    metricName,
    dimensionsMap: { ...dimensions, Region: 'Global' },
    statistic,
    period,
  });

/** CloudFront's own percentage; of few requests it is none. */
const share = (rate: '4xxErrorRate' | '5xxErrorRate', DistributionId: string): IMetric =>
  new MathExpression({
    expression: `IF(requests >= ${leastRequests}, rate, 0)`,
    usingMetrics: {
      requests: ofCloudFront('Requests', { DistributionId }, Stats.SUM),
      rate: ofCloudFront(rate, { DistributionId }, Stats.AVERAGE),
    },
    period,
    label: rate,
  });

const shareRules = (distribution: string): AlarmRule[] => [
  {
    name: 'Edge 5xx share',
    says: 'More than 1% of what readers ask for fails',
    metric: share('5xxErrorRate', distribution),
    threshold: 1,
    bad: twice,
  },
  {
    name: 'Edge 4xx share',
    says: 'More than half of what readers ask for is refused',
    metric: share('4xxErrorRate', distribution),
    threshold: 50,
    bad: twice,
  },
];

const functionRules = (FunctionName: string): AlarmRule[] => {
  const count = (name: string) => ofCloudFront(name, { FunctionName }, Stats.SUM);
  return [
    {
      name: 'Edge function errors',
      says: 'The edge function ended in an error',
      metric: count('FunctionExecutionErrors'),
      threshold: 0,
    },
    {
      name: 'Edge function answers refused',
      says: 'CloudFront refused answers of the edge function',
      metric: count('FunctionValidationErrors'),
      threshold: 0,
    },
    {
      name: 'Edge function throttled',
      says: 'CloudFront throttled the edge function',
      metric: count('FunctionThrottles'),
      threshold: 0,
      bad: twice,
    },
  ];
};
