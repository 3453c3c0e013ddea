import { Construct } from 'constructs';
import { type AlarmTopicProps, alarmTopic } from './alarm-topic.ts';
import { type AlarmRule, addAlarms } from './alarms.ts';
import { addDashboard } from './dashboard.ts';
import { authorFunctions, ServiceMetrics, type Watched } from './service-metrics.ts';

export interface ObservabilityProps extends Watched {
  /** Who is told of alarms. */
  readonly alarms: AlarmTopicProps;
  /** Tokens of the model in a day, counted as they are paid for, that are more than expected. @default no model, no alarm */
  readonly authorTokensADay?: number | undefined;
}

/** Bad in two periods of the last three: one may be a deployment, or a burst. */
const twice = [2, 3] as const;

/** The dashboard, and an alarm for everything a user would notice. */
export class Observability extends Construct {
  constructor(scope: Construct, id: string, props: ObservabilityProps) {
    super(scope, id);
    const metrics = new ServiceMetrics(props);
    const rules = [...this.rules(metrics), ...this.spendRules(metrics, props.authorTokensADay)];
    addAlarms(this, props.stage, rules, alarmTopic(this, props.alarms));
    addDashboard(this, props.stage, metrics);
  }

  private rules(metrics: ServiceMetrics): AlarmRule[] {
    return [
      {
        name: 'Canary failed',
        says: 'The canary could not mint and fetch a picture, tried twice',
        metric: metrics.canaryFailures,
        threshold: 1,
      },
      {
        name: 'Canary silent',
        says: 'The canary has stopped to look',
        metric: metrics.canaryRuns,
        threshold: 'heartbeat',
      },
      {
        name: 'API 5xx share',
        says: 'More than 1% of API answers are failures of ours',
        metric: metrics.api5xxShare,
        threshold: 1,
        bad: twice,
      },
      {
        name: 'Image 5xx share',
        says: 'More than 1% of image requests fail behind the edge',
        metric: metrics.image5xxShare,
        threshold: 1,
        bad: twice,
      },
      {
        name: 'Image p99',
        says: 'One in a hundred image requests takes over 5 s behind the edge',
        metric: metrics.busyImageP99,
        threshold: 5_000,
        bad: twice,
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
        says: 'The quota reset has stopped to run',
        metric: metrics.resetRuns,
        threshold: 'heartbeat',
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
        name: 'Prewarms undelivered',
        says: 'Pictures that mints ordered could not be drawn ahead, tried twice',
        metric: metrics.undeliveredPrewarms,
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
        bad: twice,
      },
      {
        name: 'Generations failing',
        says: 'More than 5 generated items in 5 minutes failed by the model or by this service',
        metric: metrics.total('GenerationFailures', ...authorFunctions),
        threshold: 5,
      },
      {
        name: 'Functions throttled',
        says: 'Lambda turned calls away: the account has too few concurrent executions',
        metric: metrics.functionThrottles,
        threshold: 0,
        bad: twice,
      },
      {
        name: 'Tables throttled',
        says: 'DynamoDB turned reads or writes away',
        metric: metrics.tableThrottles,
        threshold: 0,
        bad: twice,
      },
    ];
  }

  private spendRules(metrics: ServiceMetrics, mostADay: number | undefined): AlarmRule[] {
    if (mostADay === undefined) return [];
    const says = `The model has read and written for more than ${mostADay.toLocaleString('en')} tokens in a day`;
    return [{ name: 'Model spend', says, metric: metrics.authorSpend, threshold: mostADay, bad: [1, 1] }];
  }
}
