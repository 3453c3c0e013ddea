import { Aws } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import { addDashboard } from './dashboard.ts';
import { ServiceMetrics, type Watched } from './service-metrics.ts';

export interface ObservabilityProps extends Watched {
  /** Gets a mail for each alarm. @default alarms show in CloudWatch only */
  readonly alarmEmail?: string;
}

interface AlarmRule {
  /** Also the name of its paragraph in `docs/runbook.md`. */
  readonly name: string;
  readonly says: string;
  readonly metric: IMetric;
  readonly threshold: number;
  readonly periods?: number;
  readonly operator?: ComparisonOperator;
  /** What silence means. @default all is well */
  readonly silence?: TreatMissingData;
}

const runbook = 'docs/runbook.md';
const anchorOf = (name: string): string => name.toLowerCase().replaceAll(' ', '-');

/** The dashboard, and an alarm for everything a user would notice. */
export class Observability extends Construct {
  private readonly topic: Topic | undefined;

  constructor(scope: Construct, id: string, props: ObservabilityProps) {
    super(scope, id);
    this.topic = props.alarmEmail === undefined ? undefined : this.mail(props.alarmEmail);
    const metrics = new ServiceMetrics(props);
    for (const rule of this.rules(metrics)) this.alarm(props.stage, rule);
    addDashboard(this, props.stage, metrics);
  }

  private rules(metrics: ServiceMetrics): AlarmRule[] {
    const { LESS_THAN_THRESHOLD: below } = ComparisonOperator;
    return [
      {
        name: 'API 5xx share',
        says: 'More than 1% of API answers are failures of ours',
        metric: metrics.api5xxShare,
        threshold: 1,
        periods: 2,
      },
      {
        name: 'Image 5xx share',
        says: 'More than 1% of image requests fail behind the edge',
        metric: metrics.image5xxShare,
        threshold: 1,
        periods: 2,
      },
      {
        name: 'Image p99',
        says: 'One in a hundred image requests takes over 5 s behind the edge',
        metric: metrics.imageP99,
        threshold: 5_000,
        periods: 3,
      },
      {
        name: 'Tree conflicts',
        says: 'A mint made another tree than its address holds',
        metric: metrics.treeConflicts,
        threshold: 0,
      },
      {
        name: 'Isolation kills',
        says: 'Untrusted work was ended by force more than 20 times in 5 minutes',
        metric: metrics.kills,
        threshold: 20,
      },
      {
        name: 'Reset did not run',
        says: 'The quota reset has not run for two hours',
        metric: metrics.resetRuns,
        threshold: 1,
        operator: below,
        silence: TreatMissingData.BREACHING,
      },
      {
        name: 'Reset failed',
        says: 'The quota reset failed, or could not move an account on',
        metric: metrics.resetFailures,
        threshold: 0,
      },
      {
        name: 'Reset undelivered',
        says: 'A run of the quota reset waits in the dead-letter queue',
        metric: metrics.undelivered,
        threshold: 0,
      },
      {
        name: 'Rotation failed',
        says: 'The signing keyring could not be rotated, or has lost keys',
        metric: metrics.rotationErrors,
        threshold: 0,
      },
      {
        name: 'Signing keys stale',
        says: 'Functions could not read the signing keyring anew for ten minutes',
        metric: metrics.staleKeyrings,
        threshold: 0,
        periods: 2,
      },
      {
        name: 'Generations failing',
        says: 'More than 5 generated items in 5 minutes failed by the model or by this service',
        metric: metrics.own('GenerationFailures', 'generateTemplates'),
        threshold: 5,
      },
      {
        name: 'Functions throttled',
        says: 'Lambda turned calls away: the account has too few concurrent executions',
        metric: metrics.functionThrottles,
        threshold: 0,
      },
      {
        name: 'Tables throttled',
        says: 'DynamoDB turned reads or writes away',
        metric: metrics.tableThrottles,
        threshold: 0,
        periods: 2,
      },
    ];
  }

  private alarm(stage: string, rule: AlarmRule): void {
    const alarm = new Alarm(this, rule.name.replaceAll(/\W/g, ''), {
      alarmName: `${Aws.STACK_NAME} ${rule.name}`,
      alarmDescription: `${rule.says}. See ${runbook}#${anchorOf(rule.name)} (stage ${stage}).`,
      metric: rule.metric,
      threshold: rule.threshold,
      evaluationPeriods: rule.periods ?? 1,
      comparisonOperator: rule.operator ?? ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: rule.silence ?? TreatMissingData.NOT_BREACHING,
    });
    if (!this.topic) return;
    alarm.addAlarmAction(new SnsAction(this.topic));
    alarm.addOkAction(new SnsAction(this.topic));
  }

  private mail(address: string): Topic {
    const topic = new Topic(this, 'Alarms', { enforceSSL: true, displayName: 'Image URL service' });
    topic.addSubscription(new EmailSubscription(address));
    return topic;
  }
}
