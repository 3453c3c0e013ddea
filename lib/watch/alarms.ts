import { Aws } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, type IAlarm, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';

export interface AlarmRule {
  readonly name: string;
  /** Heading of its section in `docs/runbook.md`. @default `name` */
  readonly runbook?: string;
  readonly says: string;
  /** A metric, or the parts of a sum with too many metrics for one alarm: each part gets its own alarm. */
  readonly metric: IMetric | readonly IMetric[];
  /** Highest value without an alarm; `heartbeat` for scheduled runs, whose absence raises the alarm. */
  readonly threshold: number | 'heartbeat';
  /** Number of breaching periods and of evaluated ones. @default one of two, because the latest may be incomplete */
  readonly bad?: readonly [periods: number, of: number];
}

const runbook = 'docs/runbook.md';
const getAnchor = (name: string): string => name.toLowerCase().replaceAll(' ', '-');

/**
 * Creates an alarm for each rule. Missing data counts as OK, except for a heartbeat: its alarm goes to
 * INSUFFICIENT_DATA, which also notifies. If missing data counted as breaching, every first deployment would raise an
 * alarm, because a new alarm has no data; notifications are sent only when the state changes.
 *
 * @param prefix begins the names of the alarms, after that of the stack
 * @returns the alarms by name
 */
export const addAlarms = (
  scope: Construct,
  stage: string,
  rules: readonly AlarmRule[],
  topic: ITopic | undefined,
  prefix = '',
): ReadonlyMap<string, IAlarm> => {
  const made = new Map<string, IAlarm>();
  for (const { name, runbook: section = name, says, metric, threshold, bad = [1, 2] } of rules) {
    const isHeartbeat = threshold === 'heartbeat';
    for (const [n, part] of [metric].flat().entries()) {
      const title = n === 0 ? name : `${name} ${n + 1}`;
      const alarm = new Alarm(scope, title.replaceAll(/\W/g, ''), {
        alarmName: `${Aws.STACK_NAME} ${prefix}${title}`,
        alarmDescription: `${says}. See ${runbook}#${getAnchor(section)} (stage ${stage}).`,
        metric: part,
        ...(isHeartbeat
          ? { threshold: 1, comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD }
          : { threshold, comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD }),
        treatMissingData: isHeartbeat ? TreatMissingData.MISSING : TreatMissingData.NOT_BREACHING,
        datapointsToAlarm: bad[0],
        evaluationPeriods: bad[1],
      });
      made.set(title, alarm as IAlarm);
      if (!topic) continue;
      const report = new SnsAction(topic);
      alarm.addAlarmAction(report);
      alarm.addOkAction(report);
      if (isHeartbeat) alarm.addInsufficientDataAction(report);
    }
  }
  return made;
};
