import { CfnResource, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct, type IConstruct } from 'constructs';
import { ServiceFunction } from '../api/service-function.ts';

/** Returns the functions that CDK has added to a stack. */
const getHelpers = (stack: Stack): readonly CfnResource[] =>
  stack.node
    .findAll()
    .filter((construct) => CfnResource.isCfnResource(construct))
    .filter(
      ({ cfnResourceType, node }) =>
        cfnResourceType === 'AWS::Lambda::Function' && !(node.scope instanceof ServiceFunction),
    );

/**
 * Runs `create`, and gives the functions that CDK adds to the stack meanwhile log groups with a retention period;
 * Lambda would create groups that never expire. Functions that were in the stack before belong to the app.
 */
export const withHelperLogs = <T>(scope: IConstruct, retention: RetentionDays, create: () => T): T => {
  const stack = Stack.of(scope);
  const before = getHelpers(stack);
  const made = create();
  const groups = new Construct(scope as Construct, 'HelperLogs');
  for (const helper of getHelpers(stack).filter((one) => !before.includes(one))) {
    const group = new LogGroup(groups, stack.getLogicalId(helper), { retention, removalPolicy: RemovalPolicy.DESTROY });
    helper.addPropertyOverride('LoggingConfig', { LogGroup: group.logGroupName });
  }
  return made;
};
