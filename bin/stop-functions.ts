import { CloudFormationClient, paginateListStackResources } from '@aws-sdk/client-cloudformation';
import { LambdaClient, PutFunctionConcurrencyCommand } from '@aws-sdk/client-lambda';

/** Lets no function of a stack run any more: whoever calls one is turned away, and nothing is written. */
export const stopFunctions = async (StackName: string): Promise<void> => {
  const lambda = new LambdaClient({});
  for await (const { StackResourceSummaries = [] } of paginateListStackResources(
    { client: new CloudFormationClient({}) },
    { StackName },
  )) {
    for (const { ResourceType, LogicalResourceId, PhysicalResourceId: FunctionName } of StackResourceSummaries) {
      // CDK's own one is called while the stack goes
      const isOurs = ResourceType === 'AWS::Lambda::Function' && !LogicalResourceId?.startsWith('AWSCDK');
      if (!isOurs || !FunctionName) continue;
      await lambda.send(new PutFunctionConcurrencyCommand({ FunctionName, ReservedConcurrentExecutions: 0 }));
    }
  }
};
