/**
 * `npm run destroy -- --stage dev [--profile NAME] [--yes] [arguments of cdk destroy]`: deletes a stage without
 * retained data, with all its data, after confirmation. A stage that keeps its data is rejected.
 */

import { StageError } from '../lib/app/settings.ts';
import { edgeRegion, edgeStackName, stackName } from '../lib/app/stack-name.ts';
import { type Ask, ask as askHere } from './ask.ts';
import { describeTarget } from './aws-configuration.ts';
import { findStack, getOutputs } from './deployed-cloud.ts';
import { emptyBucket } from './empty-bucket.ts';
import { runProgram } from './program.ts';
import { type Run, run } from './run.ts';
import { stageArguments, useStage } from './stage-settings.ts';
import { stopFunctions } from './stop-functions.ts';

const getWarning = (stage: string, target: string, stacks: readonly string[]): string => `
This removes stage ${stage} for good (${target}):
- the stacks ${stacks.join(' and ')}, and with them the addresses of the API and of the images;
- all accounts, API keys, counts, templates and trees, and the signing keys: no URL it ever minted works again;
- every object of its buckets.

It does not remove:
- what other stages use as well: API Gateway's role for writing logs, CDK's own stack (CDKToolkit);
- metrics, which CloudWatch forgets after 15 months, and traces, which X-Ray forgets after 30 days;
- what was made by hand: DNS records, certificates, topics, subscriptions to a model.

Type the stage's name to go on: `;

/**
 * Deletes a stage in an order in which nothing is written meanwhile: deletes the edge's alarms, stops the functions,
 * empties the buckets, and deletes the stack. After an interruption, the same command completes the deletion. A stage
 * of which nothing is left is reported, and is no failure.
 *
 * @throws StageError, with nothing changed, when the stage retains its data or the answer is not its name
 */
export const destroyStage = async (args: readonly string[], ask: Ask, runIt: Run): Promise<void> => {
  const { stage: name, profile, isSure, rest } = stageArguments(args);
  const { settings } = await useStage(name, profile);
  if (settings.keepsData) {
    const how = 'To remove its stack all the same, see docs/deploying.md, "Removing a stage".';
    throw new StageError(`Stage ${name} keeps its data and is protected. ${how}`);
  }
  const [stack, edge] = [stackName(name), edgeStackName(name, process.env.AWS_REGION)];
  const isDeployed = (await findStack(stack)) !== undefined;
  const isWatched = (await findStack(edge, edgeRegion)) !== undefined;
  const target = await describeTarget();
  console.error(`Stage ${name}: ${target}`);
  if (!isDeployed && !isWatched) {
    console.error(`Nothing is left to remove: there is neither ${stack} nor ${edge}.`);
    return;
  }
  const { ImagesBucket, LogsBucket, SourcesBucket, StudioBucket } = isDeployed ? await getOutputs(stack) : {};
  if (!isSure && (await ask(getWarning(name, target, [stack, edge]))).trim() !== name)
    throw new StageError('Nothing was changed: that was not the name of the stage.');

  const destroy = (what: string) => runIt('cdk', ['destroy', what, '-c', `stage=${name}`, '--force', ...rest]);
  const empty = async () => {
    for (const bucket of [ImagesBucket, LogsBucket, SourcesBucket, StudioBucket]) if (bucket) await emptyBucket(bucket);
  };
  if (!destroy(edge)) throw new StageError(`${edge} could not be removed; the stage itself is as it was.`);
  if (!isDeployed) return;
  await stopFunctions(stack);
  await empty();
  if (destroy(stack)) return;
  // invocations in progress when the functions were stopped may have written again
  await empty();
  if (!destroy(stack)) throw new StageError(`${stack} could not be removed; nothing of it runs any more. Try again.`);
};

if (import.meta.main) await runProgram(() => destroyStage(process.argv.slice(2), askHere, run));
