import { Duration } from 'aws-cdk-lib';
import { type IAlarm, type IMetric, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Alias } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { gradualDeployments } from '../app/setting-values.ts';
import type { ServiceFunction } from './service-function.ts';

const configurations = {
  canary10Percent5Minutes: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
  canary10Percent15Minutes: LambdaDeploymentConfig.CANARY_10PERCENT_15MINUTES,
  linear10PercentEvery1Minute: LambdaDeploymentConfig.LINEAR_10PERCENT_EVERY_1MINUTE,
  linear10PercentEvery3Minutes: LambdaDeploymentConfig.LINEAR_10PERCENT_EVERY_3MINUTES,
} as const satisfies Record<(typeof gradualDeployments)[number], unknown>;

/** Alarms that roll back a deployment, in addition to that of the new version. */
const rollbackAlarms = ['Canary failed', 'API failures', 'Image failures'];

export interface GradualDeploymentProps {
  readonly functions: readonly ServiceFunction[];
  readonly configuration: keyof typeof configurations;
  /** Alarms of the stage, by name. */
  readonly alarms: ReadonlyMap<string, IAlarm>;
  /** Whether to deploy while an alarm is active, as a fix must be. @default false */
  readonly ignoresAlarms?: boolean;
}

/**
 * Shifts the traffic of each function's alias to a new version with CodeDeploy, and back if an alarm is raised
 * meanwhile.
 */
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

/** Returns the errors of the version to which traffic is shifted, without those of the previous version. */
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

/**
 * Returns the name of the alarm on these errors. Each function has its own, because a shared one would create a
 * circular dependency.
 */
export const newVersionAlarm = ({ functionId }: ServiceFunction): string => `New version of ${functionId} failing`;
