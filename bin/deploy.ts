/**
 * `npm run deploy -- --stage dev [--profile NAME] [--bootstrap | --no-bootstrap] [arguments of cdk deploy]`: deploys the render layer, the studio's
 * page, the stack, the stack that monitors its edge, the starter templates, and the canary's account. It can be
 * repeated.
 */
import { StageError } from '../lib/app/settings.ts';
import { edgeRegion, edgeStackName, stackName } from '../lib/app/stack-name.ts';
import type { Stage } from '../lib/app/stage.ts';
import { deliveryIds, getEdgeFunctionOutput } from '../lib/delivery/edge-functions.ts';
import { type Ask, ask } from './ask.ts';
import { describeTarget } from './aws-configuration.ts';
import { findStack, getOutputs } from './deployed-cloud.ts';
import { runProgram } from './program.ts';
import { type Run, run } from './run.ts';
import { stageArguments, useStage } from './stage-settings.ts';

/** The stack with CDK's bucket and roles, created once per account and region, if it has its usual name. */
const toolkit = 'CDKToolkit';
/** Statuses of a stack whose first deployment has not completed. */
const unfinished = [
  ...['REVIEW_IN_PROGRESS', 'CREATE_IN_PROGRESS', 'CREATE_FAILED'],
  ...['ROLLBACK_IN_PROGRESS', 'ROLLBACK_COMPLETE', 'ROLLBACK_FAILED'],
];

const getQuestion = (target: string, regions: readonly string[]): string => `
There is no stack ${toolkit} in ${regions.join(' and ')} (${target}).
cdk bootstrap creates one: a bucket, and roles of which CloudFormation's has AdministratorAccess. If that is not wanted,
bootstrap by hand first (npx cdk bootstrap --cloudformation-execution-policies ARN). If the account is bootstrapped
under another name, skip this step.

yes: bootstrap; skip: deploy without; anything else ends: `;

/** Returns what an operator should know before anything changes. */
const getAdvice = ({ name, account, settings }: Stage, isNew: boolean): string[] => {
  const advice: string[] = [];
  if (settings.keepsData && account === undefined)
    advice.push(
      `Warning: stage ${name} keeps its data and names no account, so the credentials of any account deploy it. Set "account" in cdk.json.`,
    );
  if (isNew && !settings.imageDomain)
    advice.push(
      'Image URLs will begin with a name that CloudFront assigns, and end with that distribution. Set imageDomain in cdk.json before you publish the first one (docs/deploying.md#custom-domains).',
    );
  return advice;
};

/** Returns whether to bootstrap. @throws StageError, with nothing changed, unless the answer is `yes` or `skip` */
const askToBootstrap = async (target: string, regions: readonly string[], askFor: Ask): Promise<boolean> => {
  const answer = (await askFor(getQuestion(target, regions))).trim();
  if (answer !== 'yes' && answer !== 'skip')
    throw new StageError(
      `Nothing was changed: there is no ${toolkit}. Run cdk bootstrap, or give --bootstrap (yes) or --no-bootstrap (skip).`,
    );
  return answer === 'yes';
};

/**
 * Deploys a stage. Returns false when a step failed, which has printed why.
 *
 * @throws StageError, with nothing changed, when the account is not bootstrapped and may not be
 */
export const deployStage = async (args: readonly string[], runIt: Run, askFor: Ask = ask): Promise<boolean> => {
  const { stage: name, profile, rest: given } = stageArguments(args);
  const wishes = ['--bootstrap', '--no-bootstrap'];
  const wish = given.find((word) => wishes.includes(word));
  const rest = given.filter((word) => !wishes.includes(word));
  const stage = await useStage(name, profile);
  const { settings } = stage;
  const [stack, region] = [stackName(name), process.env.AWS_REGION ?? ''];
  // first, so that invalid credentials are reported before anything is created
  const { StackStatus: status = 'REVIEW_IN_PROGRESS' } = (await findStack(stack)) ?? {};
  const target = await describeTarget();
  console.error(`Stage ${name}: ${target}`);
  for (const advice of getAdvice(stage, unfinished.includes(status))) console.error(advice);
  const regions = [...new Set([region, edgeRegion])];
  const toolkits = await Promise.all(regions.map((stackRegion) => findStack(toolkit, stackRegion)));
  const bare = regions.filter((_, n) => toolkits[n] === undefined);
  const answers: Readonly<Record<string, string>> = { '--bootstrap': 'yes', '--no-bootstrap': 'skip' };
  const answer: Ask = wish === undefined ? askFor : async () => answers[wish] ?? '';
  const bootstraps = bare.length > 0 && (await askToBootstrap(target, bare, answer));

  const app = ['-c', `stage=${name}`];
  const deploy = (what: string, ...more: readonly string[]) => runIt('cdk', ['deploy', what, ...more, ...rest]);
  const isFirst = settings.keepsData && unfinished.includes(status);
  const isDeployed =
    runIt('node', ['layers/render/build.ts']) &&
    (!settings.studio || runIt('node', ['packages/studio/build.ts'])) &&
    (!bootstraps || runIt('cdk', ['bootstrap', ...app])) &&
    (!isFirst || deploy(stack, ...app, '-c', 'protected=false')) &&
    deploy(stack, ...app);
  if (!isDeployed) return false;

  const outputs = await getOutputs(stack);
  const edge = edgeStackName(name, region);
  const parameters = ['DistributionId', 'LogsBucket', ...deliveryIds.map(getEdgeFunctionOutput)].flatMap((key) =>
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
