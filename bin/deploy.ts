/**
 * `npm run deploy -- --stage dev [arguments of cdk deploy]`: the render layer, the stack, the starter templates. Nothing of
 * it minds being run again.
 */
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { stackName } from '../lib/stack-name.ts';
import { run } from './run.ts';
import { stageArguments, useStage } from './stage-settings.ts';

/** The stack with CDK's own bucket and roles, made once per account and region. */
const toolkit = 'CDKToolkit';

const isBootstrapped = async (): Promise<boolean> => {
  try {
    await new CloudFormationClient({}).send(new DescribeStacksCommand({ StackName: toolkit }));
    return true;
  } catch (error) {
    if (error instanceof Error && error.name === 'ValidationError') return false;
    throw error;
  }
};

const { stage, rest } = stageArguments();
useStage(stage);
const context = ['-c', `stage=${stage}`];

run('node', ['layers/render/build.ts']);
if (!(await isBootstrapped())) run('cdk', ['bootstrap', ...context]);
run('cdk', ['deploy', stackName(stage), ...context, ...rest]);
run('node', ['bin/admin.ts', 'starters', 'publish', '--stage', stage]);
