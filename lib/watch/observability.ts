import type { IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { type ImageRouteId, imageRouteIds } from 'image-url-contract/routes.ts';
import { awsFacts } from '../../lambdas/config/aws-facts.ts';
import { functions } from '../../lambdas/config/functions.ts';
import { newVersionAlarm, newVersionErrors } from '../api/gradual-deployment.ts';
import { type AlarmTopicProps, alarmTopic } from './alarm-topic.ts';
import { type AlarmRule, addAlarms } from './alarms.ts';
import { addDashboard } from './dashboard.ts';
import { authorFunctions, imageKinds, ServiceMetrics, type Watched } from './service-metrics.ts';
import { requireWatched } from './watched-functions.ts';

export interface ObservabilityProps extends Watched {
  /** Recipient of the alarms. */
  readonly alarms: AlarmTopicProps;
  /** Daily tokens of the model that raise an alarm, weighted by price. @default no model, no alarm */
  readonly authorTokensADay?: number | undefined;
  /** Days between rotations of the signing key. */
  readonly keyRotationDays: number;
}

/** Two of three periods, because a single one may be a deployment or a burst. */
const twice = [2, 3] as const;

/** Milliseconds that one image in a hundred may take behind the edge. */
const slowMs = 5_000;

const getImageRules = (metrics: ServiceMetrics, id: ImageRouteId): AlarmRule[] => {
  const { name, waitsMs } = imageKinds[id];
  return [
    {
      name: `${name} failures`,
      says: `5 or more requests of ${id} in an hour fail behind the edge, and more than one in a thousand`,
      metric: metrics.imageFailures(id),
      threshold: 4,
    },
    {
      name: `${name} 5xx share`,
      runbook: 'Image 5xx share',
      says: `More than 1% of the requests of ${id} fail behind the edge`,
      metric: metrics.image5xxShare(id),
      threshold: 1,
      bad: twice,
    },
    {
      name: `${name} p99`,
      runbook: 'Image p99',
      says: `One in a hundred requests of ${id} takes over ${(slowMs + waitsMs) / 1_000} s behind the edge`,
      metric: metrics.busyImageP99(id),
      threshold: slowMs + waitsMs,
      bad: twice,
    },
  ];
};

/** The dashboard, and alarms for every problem that users would notice. */
export class Observability extends Construct {
  /** Alarms by their names in the runbook. */
  readonly alarms: ReadonlyMap<string, IAlarm>;
  readonly metrics: ServiceMetrics;

  constructor(scope: Construct, id: string, props: ObservabilityProps) {
    super(scope, id);
    const metrics = new ServiceMetrics(props);
    const rules = [...this.rules(metrics, props.keyRotationDays), ...this.spendRules(metrics, props.authorTokensADay)];
    for (const made of Object.values(props.functions)) {
      if (!made.shifted) continue;
      rules.push({
        name: newVersionAlarm(made),
        runbook: 'New version failing',
        says: `Calls of the version of ${made.functionId} that is being deployed ended in an error`,
        metric: newVersionErrors(made, made.shifted),
        threshold: 0,
        bad: [1, 1],
      });
    }
    this.metrics = metrics;
    requireWatched(rules, props);
    this.alarms = addAlarms(this, props.stage, rules, alarmTopic(this, props.alarms));
    addDashboard(this, props.stage, metrics);
  }

  private rules(metrics: ServiceMetrics, everyDays: number): AlarmRule[] {
    return [
      {
        name: 'Canary failed',
        says: 'The canary could not mint and fetch an image, fetch an on-demand image, get an answer for a site image, or check, create and delete a template, tried twice',
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
        name: 'API failures',
        says: '5 or more API answers in an hour are failures of ours, and more than one in a thousand',
        metric: metrics.apiFailures,
        threshold: 4,
      },
      ...imageRouteIds.flatMap((id) => getImageRules(metrics, id)),
      {
        name: 'Tree conflicts',
        says: 'A function made another tree than its address holds',
        metric: metrics.treeConflicts,
        threshold: 0,
      },
      {
        name: 'Audit entries lost',
        says: 'Changes were made whose entry in the audit could not be completed',
        metric: metrics.lostAuditEntries,
        threshold: 0,
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
        says: 'A run of the quota reset failed, or could not begin',
        metric: metrics.undelivered('resetQuotas'),
        threshold: 0,
      },
      {
        name: 'Prewarms undelivered',
        says: `Images that mints ordered could not be rendered ahead, tried ${functions.prewarmImage.fromQueue.tries} times`,
        metric: metrics.undelivered('prewarmImage'),
        threshold: 0,
      },
      {
        name: 'Usage events undelivered',
        says: 'Usage events could not be sent, tried many times',
        metric: metrics.undelivered('reportUsage'),
        threshold: 0,
      },
      {
        name: 'Usage events late',
        says: 'The oldest change of the usage tables has waited for an hour: usage events are late',
        metric: metrics.streamAge,
        threshold: 3_600_000,
        bad: twice,
      },
      {
        name: 'Messages late',
        says: 'The oldest message of a queue has waited for an hour: prewarms, usage events or views are late',
        metric: metrics.queueAges,
        threshold: 3_600,
        bad: twice,
      },
      ...(metrics.edgeStoreBytes
        ? [
            {
              name: 'Edge store filling',
              says: 'The KeyValueStore of signing keys, deny list and revocations is filled to more than 80%',
              metric: metrics.edgeStoreBytes,
              threshold: 0.8 * awsFacts.keyStoreBytes.value,
              bad: [1, 1] as const,
            },
          ]
        : []),
      ...(metrics.uncountedLogs
        ? [
            {
              name: 'Access logs not counted',
              says: 'Access logs could not be read, or counted in five tries: views are missing',
              metric: metrics.uncountedLogs,
              threshold: 0,
            },
          ]
        : []),
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
        says: 'Lambda turned calls of the service away: the account has too few concurrent executions',
        metric: metrics.functionThrottles,
        threshold: 0,
        bad: twice,
      },
      {
        name: 'Table throttled',
        says: 'DynamoDB throttled reads or writes of the tables that requests write most',
        metric: metrics.allTableThrottles,
        threshold: 0,
        bad: twice,
      },
      {
        name: 'Rotation overdue',
        says: `The newest signing key is older than the ${everyDays} days between rotations, and two days more`,
        metric: metrics.signingKeyAge,
        threshold: everyDays + 2,
        bad: [1, 1],
      },
    ];
  }

  private spendRules(metrics: ServiceMetrics, mostADay: number | undefined): AlarmRule[] {
    if (mostADay === undefined) return [];
    const says = `The model has read and written for more than ${mostADay.toLocaleString('en')} tokens in a day`;
    return [{ name: 'Model spend', says, metric: metrics.authorSpend, threshold: mostADay, bad: [1, 1] }];
  }
}
