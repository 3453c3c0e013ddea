import { CloudFormationClient, paginateListStackResources } from '@aws-sdk/client-cloudformation';
import { GetFunctionCommand, LambdaClient, PutFunctionConcurrencyCommand } from '@aws-sdk/client-lambda';
import { functionTag } from '../lib/function-tag.ts';

/**
 * Lets none of the service's functions in a stack run any more: calls are throttled, and nothing is written. Functions that CDK added
 * are left alone: CloudFormation calls them while it deletes the stack, and would wait an hour for one that does not answer.
 */
export const stopFunctions = async (StackName: string): Promise<void> => {
  const lambda = new LambdaClient({});
  for await (const { StackResourceSummaries = [] } of paginateListStackResources(
    { client: new CloudFormationClient({}) },
    { StackName },
  )) {
    for (const { ResourceType, PhysicalResourceId: FunctionName } of StackResourceSummaries) {
      if (ResourceType !== 'AWS::Lambda::Function' || !FunctionName) continue;
      const { Tags = {} } = await lambda.send(new GetFunctionCommand({ FunctionName }));
      if (!Object.hasOwn(Tags, functionTag)) continue;
      await lambda.send(new PutFunctionConcurrencyCommand({ FunctionName, ReservedConcurrentExecutions: 0 }));
    }
  }
};
