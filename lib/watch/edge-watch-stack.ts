import {
  CfnCondition,
  CfnParameter,
  type CfnResource,
  Fn,
  type ICfnRuleConditionExpression,
  Stack,
  type StackProps,
} from 'aws-cdk-lib';
import { CfnAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnDelivery, CfnDeliveryDestination, CfnDeliverySource, CfnLogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Stage } from '../app/stage.ts';
import { deliveryIds, getEdgeFunctionOutput } from '../delivery/edge-functions.ts';
import { EdgeAlarms } from './edge-alarms.ts';
import { LogDelivery } from './log-delivery.ts';

export interface EdgeWatchStackProps extends StackProps {
  readonly stage: Stage;
}

/** Value of an omitted parameter. */
const unreported = 'NONE';

type ResourceType = abstract new (...given: never[]) => CfnResource;

/** What is created only if the parameters are set: the distribution and the edge functions, and also the bucket of logs. */
const watching = [CfnAlarm, CfnLogGroup];
const delivering = [CfnDelivery, CfnDeliveryDestination, CfnDeliverySource];

/**
 * Alarms for a stage's edge. CloudFront writes its metrics and the logs of its functions to us-east-1, and alarms must
 * be in the region of their metrics, so this stack is always there. Parameters of the deployment, from the outputs of
 * the stage, name what to monitor; without them nothing is created. Log delivery of CloudFront is there too.
 */
export class EdgeWatchStack extends Stack {
  /** Values of the parameters. */
  private readonly names: string[] = [];

  constructor(scope: Construct, id: string, { stage, ...props }: EdgeWatchStackProps) {
    super(scope, id, props);
    const { verifyAtEdge, logRetention, alarmEmail, views, viewsDeliverySource } = stage.settings;
    const distributionId = this.addParameter('DistributionId', '[A-Z0-9]+');
    const functionNames = Object.fromEntries(
      (verifyAtEdge ? deliveryIds : []).map((route) => [
        route,
        this.addParameter(getEdgeFunctionOutput(route), '[A-Za-z0-9-_]+'),
      ]),
    );
    const alarms = { email: alarmEmail, topicArn: stage.edgeAlarmTopic };
    // `Default` adds nothing to logical ids
    new EdgeAlarms(this, 'Default', {
      ...{ stage: stage.name, distributionId, functionNames, logRetention, alarms },
      alarmGigabytes: stage.settings.alarmGigabytes,
    });
    this.createIf('IsTold', this.names, watching);
    if (!views) return;
    new LogDelivery(this, 'LogDelivery', {
      name: this.stackName,
      distributionId,
      bucketName: this.addParameter('LogsBucket', `${unreported}|[a-z0-9-]+`),
      source: viewsDeliverySource,
    });
    this.createIf('AreLogsTold', this.names, delivering);
  }

  /** Creates an optional parameter, so that `cdk deploy --all` and pipelines work without it. */
  private addParameter(id: string, allowedPattern: string): string {
    const description = `Output ${id} of the stack of the service; ${unreported}: no alarms, or no delivery of logs, that need it`;
    const { valueAsString } = new CfnParameter(this, id, { description, allowedPattern, default: unreported });
    this.names.push(valueAsString);
    return valueAsString;
  }

  /** Creates resources of these types only if the parameters are set: an alarm without a metric would always be OK. */
  private createIf(id: string, names: readonly string[], types: readonly ResourceType[]): void {
    const each = names.map((name) => Fn.conditionNot(Fn.conditionEquals(name, unreported)));
    const condition = new CfnCondition(this, id, {
      // Fn::And requires at least two conditions
      expression: each.length > 1 ? Fn.conditionAnd(...each) : (each[0] as ICfnRuleConditionExpression),
    });
    for (const construct of this.node.findAll())
      if (types.some((type) => construct instanceof type)) (construct as CfnResource).cfnOptions.condition = condition;
  }
}
