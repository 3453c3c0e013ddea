import { CloudFormationClient, DescribeStacksCommand, type Stack } from '@aws-sdk/client-cloudformation';
import { readProps, StageError } from '../lib/app/settings.ts';
import { outputPrefix, stackName } from '../lib/app/stack-name.ts';
import { useAws } from './aws-configuration.ts';
import { useStage } from './stage-settings.ts';

/** Returns the environment variable of an output: KEYS_TABLE for `KeysTable`. */
const getVariable = (output: string): string => output.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase();

/**
 * Returns a stack; undefined if there is none of that name.
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
    // the only validation that this request can fail is that of the name
    if (error instanceof Error && error.name === 'ValidationError') return undefined;
    throw error;
  }
};

/**
 * Returns the outputs of the service in a deployed stack, by name.
 *
 * @throws StageError when there is no such stack, or it contains several services
 */
export const getOutputs = async (name: string): Promise<Readonly<Record<string, string>>> => {
  const stack = await findStack(name);
  if (!stack) throw new StageError(`${name} is not deployed in ${process.env.AWS_REGION}.`);
  const outputs = new Map<string, string>();
  for (const { Description = '', OutputValue = '' } of stack.Outputs ?? []) {
    if (!Description.startsWith(outputPrefix)) continue;
    const output = Description.slice(outputPrefix.length);
    if (outputs.has(output)) throw new StageError(`${name} has several services; the admin program finds only one.`);
    outputs.set(output, OutputValue);
  }
  return Object.fromEntries(outputs);
};

/** Configures this process's AWS clients for the service of a stack, from its outputs. */
const useOutputs = async (stack: string): Promise<{ close(): Promise<void> }> => {
  const outputs = Object.entries(await getOutputs(stack));
  if (outputs.length === 0) throw new StageError(`${stack} has no outputs of the service (operatorOutputs).`);
  // a stage without an edge function has no such output
  process.env.EDGE_KEYS = '';
  for (const [output, value] of outputs) process.env[getVariable(output)] = value;
  return { close: async () => undefined };
};

/**
 * Configures this process's AWS clients for a deployed stage, with the user's credentials.
 *
 * @throws StageError when the stage is not in `cdk.json` or not deployed
 */
export const useDeployedCloud = async (stage: string, profile?: string): Promise<{ close(): Promise<void> }> => {
  await useStage(stage, profile);
  return useOutputs(stackName(stage));
};

/**
 * Like `useDeployedCloud`, for a stack of another app that contains the construct.
 *
 * @throws StageError when there is no such stack in the region, or no service in it
 */
export const useDeployedStack = async (stack: string, profile?: string): Promise<{ close(): Promise<void> }> => {
  await useAws({ ...readProps({}, stack, 'any'), region: undefined }, profile);
  return useOutputs(stack);
};
