import {
  CfnCondition,
  CfnParameter,
  Duration,
  Fn,
  type ICfnRuleConditionExpression,
  RemovalPolicy,
  Stack,
  type StackProps,
} from 'aws-cdk-lib';
import { CfnAlarm, type IMetric, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnLogGroup, LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
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
/** Value of a parameter that was left out. */
const unreported = 'NONE';

/**
 * Watches a stage's edge. CloudFront writes its metrics and its functions' logs to us-east-1, and an alarm sees only its own
 * region: wherever a stage stands, this stack stands there. What it watches is told at deployment, out of the stage's outputs; until then it watches nothing.
 */
export class EdgeWatchStack extends Stack {
  constructor(scope: Construct, id: string, { stage, ...props }: EdgeWatchStackProps) {
    super(scope, id, props);
    const { edgeFunction, logRetentionDays, alarmEmail, edgeAlarmTopicArn } = stage.settings;
    const distribution = this.reported('DistributionId', '[A-Z0-9]+');
    const rules = shareRules(distribution);
    if (edgeFunction) {
      const name = this.reported('EdgeFunction', '[A-Za-z0-9-_]+');
      rules.push(...functionRules(name));
      // CloudFront makes it at the first line, and would keep it for ever
      new LogGroup(this, 'FunctionLogs', {
        logGroupName: `/aws/cloudfront/function/${name}`,
        retention: logRetentionDays as RetentionDays,
        removalPolicy: RemovalPolicy.DESTROY,
      });
    }
    addAlarms(this, stage.name, rules, alarmTopic(this, { email: alarmEmail, topicArn: edgeAlarmTopicArn }));
    this.waitUntilNotified();
    acknowledgeEdgeFindings(this);
  }

  /** A parameter that may be left out, so that `cdk deploy --all` and pipelines need not know it. */
  private reported(id: string, allowedPattern: string): string {
    return new CfnParameter(this, id, { allowedPattern, default: unreported }).valueAsString;
  }

  /** Makes nothing of what watches the edge before the parameters name it: an alarm of nothing would be well for ever. */
  private waitUntilNotified(): void {
    const names = this.node.findAll().filter((construct) => construct instanceof CfnParameter);
    const own = names.filter(({ node }) => ['DistributionId', 'EdgeFunction'].includes(node.id));
    const each = own.map(({ valueAsString }) => Fn.conditionNot(Fn.conditionEquals(valueAsString, unreported)));
    const condition = new CfnCondition(this, 'IsTold', {
      // a conjunction wants two
      expression: each.length > 1 ? Fn.conditionAnd(...each) : (each[0] as ICfnRuleConditionExpression),
    });
    for (const construct of this.node.findAll())
      if (construct instanceof CfnAlarm || construct instanceof CfnLogGroup) construct.cfnOptions.condition = condition;
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
const share = (rate: '5xxErrorRate', DistributionId: string): IMetric =>
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
