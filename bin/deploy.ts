/**
 * `npm run deploy -- --stage dev [--profile NAME] [arguments of cdk deploy]`: deploys the render layer, the studio's
 * page, the stack, the stack that monitors its edge, the starter templates, and the canary's account. It can be
 * repeated.
 */
import { imageRouteIds } from '../lambdas/contract/routes.ts';
import { getEdgeFunctionOutput } from '../lib/edge-functions.ts';
import { edgeRegion, edgeStackName, stackName } from '../lib/stack-name.ts';
import { findStack, getOutputs } from './deployed-cloud.ts';
import { runProgram } from './program.ts';
import { type Run, run } from './run.ts';
import { stageArguments, useStage } from './stage-settings.ts';

/** The stack with CDK's bucket and roles, created once per account and region. */
const toolkit = 'CDKToolkit';
/** Statuses of a stack whose first deployment has not completed. */
const unfinished = ['REVIEW_IN_PROGRESS', 'CREATE_FAILED', 'ROLLBACK_COMPLETE', 'ROLLBACK_FAILED'];

/** Deploys a stage. Returns false when a step failed, which has printed why. */
export const deployStage = async (args: readonly string[], runIt: Run): Promise<boolean> => {
  const { stage: name, profile, rest } = stageArguments(args);
  const { settings } = await useStage(name, profile);
  const [stack, region] = [stackName(name), process.env.AWS_REGION ?? ''];
  // first, so that invalid credentials are reported before anything is created
  const { StackStatus: status = 'REVIEW_IN_PROGRESS' } = (await findStack(stack)) ?? {};
  const toolkits = await Promise.all([region, edgeRegion].map((stackRegion) => findStack(toolkit, stackRegion)));

  const app = ['-c', `stage=${name}`];
  const deploy = (what: string, ...more: readonly string[]) => runIt('cdk', ['deploy', what, ...more, ...rest]);
  const isFirst = settings.keepsData && unfinished.includes(status);
  const isDeployed =
    runIt('node', ['layers/render/build.ts']) &&
    (!settings.studio || runIt('node', ['studio/build.ts'])) &&
    (!toolkits.includes(undefined) || runIt('cdk', ['bootstrap', ...app])) &&
    (!isFirst || deploy(stack, ...app, '-c', 'protected=false')) &&
    deploy(stack, ...app);
  if (!isDeployed) return false;

  const outputs = await getOutputs(stack);
  const edge = edgeStackName(name, region);
  const parameters = ['DistributionId', ...imageRouteIds.map(getEdgeFunctionOutput)].flatMap((key) =>
    outputs[key] === undefined ? [] : ['--parameters', `${edge}:${key}=${outputs[key]}`],
  );
  // both stacks were synthesised with the first
  return (
    deploy(edge, '--app', 'cdk.out', ...parameters) &&
    runIt('node', ['bin/admin.ts', 'starters', 'publish', '--stage', name]) &&
    runIt('node', ['bin/admin.ts', 'canary', 'enrol', '--stage', name])
  );
};

if (import.meta.main)
  await runProgram(async () => {
    if (!(await deployStage(process.argv.slice(2), run))) process.exitCode = 1;
  });
