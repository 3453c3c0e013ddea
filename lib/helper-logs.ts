import { CfnResource, RemovalPolicy, type Stack } from 'aws-cdk-lib';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { ServiceFunction } from './service-function.ts';

/**
 * Gives the functions that CDK adds to a stack log groups with a retention period; Lambda would create groups that
 * never expire.
 */
export const clearHelperLogs = (stack: Stack, retention: RetentionDays): void => {
  const ours = stack.node.findAll().filter((construct) => construct instanceof ServiceFunction);
  const helpers = stack.node
    .findAll()
    .filter((construct) => CfnResource.isCfnResource(construct))
    .filter(({ cfnResourceType, node: { scope } }) => {
      return cfnResourceType === 'AWS::Lambda::Function' && !ours.some((one) => one === scope);
    });
  for (const [n, helper] of helpers.entries()) {
    const group = new LogGroup(stack, `HelperLogs${n === 0 ? '' : n + 1}`, {
      retention,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    helper.addPropertyOverride('LoggingConfig', { LogGroup: group.logGroupName });
  }
};
