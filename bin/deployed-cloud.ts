import { CloudFormationClient, DescribeStacksCommand, type Stack } from '@aws-sdk/client-cloudformation';
import { stackName } from '../lib/stack-name.ts';
import { StageError } from '../lib/stage.ts';
import { useStage } from './stage-settings.ts';

/** The environment variable an output stands for: `KeysTable` carries KEYS_TABLE. */
const getVariable = (output: string): string => output.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase();

/**
 * A stack as it stands; undefined when there is none of that name.
 *
 * @param region @default the region of this process
 */
export const findStack = async (StackName: string, region?: string): Promise<Stack | undefined> => {
  try {
    return (
      await new CloudFormationClient(region === undefined ? {} : { region }).send(
        new DescribeStacksCommand({ StackName }),
      )
    ).Stacks?.[0];
  } catch (error) {
    // the only thing that can be wrong with this request
    if (error instanceof Error && error.name === 'ValidationError') return undefined;
    throw error;
  }
};

/** What a deployed stack says of itself, by the names of its outputs. */
export const getOutputs = async (name: string): Promise<Readonly<Record<string, string>>> => {
  const stack = await findStack(name);
  if (!stack) throw new StageError(`${name} is not deployed in ${process.env.AWS_REGION}.`);
  return Object.fromEntries(
    (stack.Outputs ?? []).map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]),
  );
};

/**
 * Makes this process's AWS clients use a deployed stage: names come from the stack's outputs, credentials from the user.
 *
 * @throws StageError when the stage is not in `cdk.json` or not deployed.
 */
export const useDeployedCloud = async (stage: string, profile?: string): Promise<{ close(): Promise<void> }> => {
  await useStage(stage, profile);
  // a stage without an edge function says nothing of it
  process.env.EDGE_KEYS = '';
  for (const [output, value] of Object.entries(await getOutputs(stackName(stage)))) {
    process.env[getVariable(output)] = value;
  }
  return { close: async () => undefined };
};
