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
import { imageRouteIds } from '../../lambdas/contract/routes.ts';
import { acknowledgeEdgeFindings } from '../app/acknowledgements.ts';
import type { Stage } from '../app/stage.ts';
import { getEdgeFunctionOutput } from '../delivery/edge-functions.ts';
import { alarmTopic } from './alarm-topic.ts';
import { type AlarmRule, addAlarms } from './alarms.ts';
import { splitSum } from './service-metrics.ts';

export interface EdgeWatchStackProps extends StackProps {
  readonly stage: Stage;
}

const period = Duration.minutes(5);
/** Minimum number of requests in a period for which a percentage is meaningful. */
const leastRequests = 100;
const twice = [2, 3] as const;
/** Value of an omitted parameter. */
const unreported = 'NONE';

/**
 * Alarms for a stage's edge. CloudFront writes its metrics and the logs of its functions to us-east-1, and alarms must
 * be in the region of their metrics, so this stack is always there. Parameters of the deployment, from the outputs of
 * the stage, name what to monitor; without them nothing is created.
 */
export class EdgeWatchStack extends Stack {
  /** Values of the parameters. */
  private readonly names: string[] = [];

  constructor(scope: Construct, id: string, { stage, ...props }: EdgeWatchStackProps) {
    super(scope, id, props);
    const { edgeFunction, logRetentionDays, alarmEmail, edgeAlarmTopicArn } = stage.settings;
    const distribution = this.addParameter('DistributionId', '[A-Z0-9]+');
    const rules = getErrorRateRules(distribution);
    if (edgeFunction) {
      const names = imageRouteIds.map((route) => this.addParameter(getEdgeFunctionOutput(route), '[A-Za-z0-9-_]+'));
      rules.push(...getFunctionRules(names));
      // otherwise CloudFront creates it with the first line and never expires it
      for (const [n, name] of names.entries())
        new LogGroup(this, `LogsOf${imageRouteIds[n]}`, {
          logGroupName: `/aws/cloudfront/function/${name}`,
          retention: logRetentionDays as RetentionDays,
          removalPolicy: RemovalPolicy.DESTROY,
        });
    }
    addAlarms(this, stage.name, rules, alarmTopic(this, { email: alarmEmail, topicArn: edgeAlarmTopicArn }));
    this.createWithParameters();
    acknowledgeEdgeFindings(this);
  }

  /** Creates an optional parameter, so that `cdk deploy --all` and pipelines work without it. */
  private addParameter(id: string, allowedPattern: string): string {
    const { valueAsString } = new CfnParameter(this, id, { allowedPattern, default: unreported });
    this.names.push(valueAsString);
    return valueAsString;
  }

  /** Creates alarms and log groups only if the parameters are set: an alarm without a metric would always be OK. */
  private createWithParameters(): void {
    const each = this.names.map((name) => Fn.conditionNot(Fn.conditionEquals(name, unreported)));
    const condition = new CfnCondition(this, 'IsTold', {
      // Fn::And requires at least two conditions
      expression: each.length > 1 ? Fn.conditionAnd(...each) : (each[0] as ICfnRuleConditionExpression),
    });
    for (const construct of this.node.findAll())
      if (construct instanceof CfnAlarm || construct instanceof CfnLogGroup) construct.cfnOptions.condition = condition;
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
