import { CloudFormationClient, paginateListStackResources } from '@aws-sdk/client-cloudformation';
import { GetFunctionCommand, LambdaClient, PutFunctionConcurrencyCommand } from '@aws-sdk/client-lambda';
import { functionTag } from '../lib/function-tag.ts';

/**
 * Stops the service's functions of a stack: calls are throttled, so nothing is written. Functions added by CDK still
 * run, because CloudFormation calls them while it deletes the stack, and would wait an hour for a response.
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
