import { Duration } from 'aws-cdk-lib';
import { type IAlarm, type IMetric, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Alias } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { ServiceFunction } from './service-function.ts';
import type { gradualDeployments } from './stage.ts';

const configurations = {
  canary10Percent5Minutes: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
  canary10Percent15Minutes: LambdaDeploymentConfig.CANARY_10PERCENT_15MINUTES,
  linear10PercentEvery1Minute: LambdaDeploymentConfig.LINEAR_10PERCENT_EVERY_1MINUTE,
  linear10PercentEvery3Minutes: LambdaDeploymentConfig.LINEAR_10PERCENT_EVERY_3MINUTES,
} as const satisfies Record<(typeof gradualDeployments)[number], unknown>;

/** Alarms that take every call back to the version before, besides that of the new version itself. */
const rollbackAlarms = ['Canary failed', 'API failures', 'Image failures'];

export interface GradualDeploymentProps {
  readonly functions: readonly ServiceFunction[];
  readonly configuration: keyof typeof configurations;
  /** Alarms of the stage, by name. */
  readonly alarms: ReadonlyMap<string, IAlarm>;
  /** Deploys although an alarm is going off, as a repair must. @default false */
  readonly ignoresAlarms?: boolean;
}

/** Has CodeDeploy shift the calls of each function's alias to a new version, and back when an alarm goes off meanwhile. */
export class GradualDeployment extends Construct {
  constructor(scope: Construct, id: string, props: GradualDeploymentProps) {
    super(scope, id);
    const application = new LambdaApplication(this, 'Application');
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
      managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName('service-role/AWSCodeDeployRoleForLambdaLimited')],
    });
    for (const made of props.functions) {
      const { functionId, shifted } = made;
      if (!shifted) continue;
      const names = [...rollbackAlarms, newVersionAlarm(made)];
      new LambdaDeploymentGroup(this, functionId, {
        application,
        // one role for all of them
        role: role.withoutPolicyUpdates(),
        alias: shifted,
        deploymentConfig: configurations[props.configuration],
        alarms: names.flatMap((name) => props.alarms.get(name) ?? []),
        autoRollback: { deploymentInAlarm: true, failedDeployment: true, stoppedDeployment: true },
        ignoreAlarmConfiguration: props.ignoresAlarms ?? false,
      });
    }
  }
}

/** Errors of the version that a function's calls are shifted to, whatever share of them; those of the version before are not counted. */
export const newVersionErrors = ({ functionName }: ServiceFunction, alias: Alias): IMetric =>
  new Metric({
    namespace: 'AWS/Lambda',
    metricName: 'Errors',
    dimensionsMap: {
      FunctionName: functionName,
      Resource: `${functionName}:${alias.aliasName}`,
      ExecutedVersion: alias.version.version,
    },
    statistic: Stats.SUM,
    period: Duration.minutes(1),
  });

/** Name of the alarm on these errors. An alarm for each function: one for all would depend on all, and they depend on each other. */
export const newVersionAlarm = ({ functionId }: ServiceFunction): string => `New version of ${functionId} failing`;
