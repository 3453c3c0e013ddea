import { CloudFormationClient, paginateListStackResources } from '@aws-sdk/client-cloudformation';
import {
  GetFunctionCommand,
  LambdaClient,
  PutFunctionConcurrencyCommand,
  ResourceNotFoundException,
} from '@aws-sdk/client-lambda';
import { functionTag } from '../lib/api/function-tag.ts';

/** Stops a function of the service. One that an interrupted deletion of the stack has deleted is left out. */
const stopFunction = async (lambda: LambdaClient, FunctionName: string): Promise<void> => {
  try {
    const { Tags = {} } = await lambda.send(new GetFunctionCommand({ FunctionName }));
    if (!Object.hasOwn(Tags, functionTag)) return;
    await lambda.send(new PutFunctionConcurrencyCommand({ FunctionName, ReservedConcurrentExecutions: 0 }));
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
  }
};

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
    for (const { ResourceType, PhysicalResourceId: FunctionName } of StackResourceSummaries)
      if (ResourceType === 'AWS::Lambda::Function' && FunctionName) await stopFunction(lambda, FunctionName);
  }
};
