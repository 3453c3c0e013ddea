/**
 * `npm run destroy -- --stage dev [--profile NAME] [--yes] [arguments of cdk destroy]`: removes a stage that keeps no data, with all
 * its data. Asks before it changes anything; a stage that keeps its data is refused.
 */
import { createInterface } from 'node:readline/promises';
import { edgeStackName, stackName } from '../lib/stack-name.ts';
import { StageError } from '../lib/stage.ts';
import { getOutputs } from './deployed-cloud.ts';
import { emptyBucket } from './empty-bucket.ts';
import { runProgram } from './program.ts';
import { type Run, run } from './run.ts';
import { stageArguments, useStage } from './stage-settings.ts';
import { stopFunctions } from './stop-functions.ts';

/** Asks on the terminal; an input that ends without an answer says ''. */
const askHere = async (question: string): Promise<string> => {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const end = new Promise<string>((done) => lines.once('close', () => done('')));
  const answer = await Promise.race([lines.question(question), end]);
  lines.close();
  return answer;
};

const warning = (stage: string, stacks: readonly string[]): string => `
This removes stage ${stage} of ${process.env.AWS_REGION} for good:
- the stacks ${stacks.join(' and ')}, and with them the addresses of the API and of the images;
- all accounts, API keys, counts, templates and trees, and the signing keys: no URL it ever minted works again;
- every object of its buckets.

It does not remove:
- what other stages use as well: API Gateway's role for writing logs, CDK's own stack (CDKToolkit);
- metrics, which CloudWatch forgets after 15 months, and traces, which X-Ray forgets after 30 days;
- what was made by hand: DNS records, certificates, topics, subscriptions to a model.

Type the stage's name to go on: `;

/**
 * Removes a stage, in an order in which nothing is written behind its back: nobody is told of what now stops, nothing runs any
 * more, nothing is left in the buckets, and then the stack goes.
 *
 * @throws StageError when the stage keeps its data, or when the answer is not its name; nothing has changed then.
 */
export const destroyStage = async (args: readonly string[], ask: typeof askHere, runIt: Run): Promise<void> => {
  const { stage: name, profile, isSure, rest } = stageArguments(args);
  const { settings } = await useStage(name, profile);
  if (settings.keepsData) {
    const how = 'To remove its stack all the same, see docs/deploying.md, "Removing a stage".';
    throw new StageError(`Stage ${name} keeps its data and is protected. ${how}`);
  }
  const [stack, edge] = [stackName(name), edgeStackName(name, process.env.AWS_REGION)];
  const { ImagesBucket, SourcesBucket, StudioBucket } = await getOutputs(stack);
  if (!isSure && (await ask(warning(name, [stack, edge]))).trim() !== name)
    throw new StageError('Nothing was changed: that was not the name of the stage.');

  const destroy = (what: string) => runIt('cdk', ['destroy', what, '-c', `stage=${name}`, '--force', ...rest]);
  const empty = async () => {
    for (const bucket of [ImagesBucket, SourcesBucket, StudioBucket]) if (bucket) await emptyBucket(bucket);
  };
  if (!destroy(edge)) throw new StageError(`${edge} could not be removed; the stage itself is as it was.`);
  await stopFunctions(stack);
  await empty();
  if (destroy(stack)) return;
  // what was under way when everything stopped may have written once more
  await empty();
  if (!destroy(stack)) throw new StageError(`${stack} could not be removed; nothing of it runs any more. Try again.`);
};

if (import.meta.main) await runProgram(() => destroyStage(process.argv.slice(2), askHere, run));
