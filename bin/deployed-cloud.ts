import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { stackName } from '../lib/stack-name.ts';
import { useStage } from './stage-settings.ts';

/** The environment variable an output stands for: `KeysTable` carries KEYS_TABLE. */
const variableOf = (output: string): string => output.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase();

/**
 * Makes this process's AWS clients use a deployed stage: names come from the stack's outputs, credentials from the user.
 *
 * @throws Error when the stage is not in `cdk.json` or not deployed.
 */
export const useDeployedCloud = async (stage: string): Promise<{ close(): Promise<void> }> => {
  useStage(stage);
  const { Stacks = [] } = await new CloudFormationClient({}).send(
    new DescribeStacksCommand({ StackName: stackName(stage) }),
  );
  const outputs = Stacks[0]?.Outputs ?? [];
  Object.assign(
    process.env,
    // a stage without an edge function says nothing of it
    { EDGE_KEYS: '' },
    Object.fromEntries(outputs.map(({ OutputKey = '', OutputValue = '' }) => [variableOf(OutputKey), OutputValue])),
  );
  return { close: async () => undefined };
};
