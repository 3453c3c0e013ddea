import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readStage, type Stage } from '../lib/stage.ts';

/** Root of the project. */
export const root = resolve(import.meta.dirname, '..');

/**
 * A stage of `cdk.json`. Makes AWS clients of this process use its region when it names one.
 *
 * @throws Error naming the stages there are.
 */
export const useStage = (name: string): Stage => {
  const { context } = JSON.parse(readFileSync(resolve(root, 'cdk.json'), 'utf8'));
  const stage = readStage(name, context.stages);
  if (stage.settings.region !== undefined) process.env.AWS_REGION = stage.settings.region;
  return stage;
};

/** `--stage NAME` and whatever else a program was started with, for the program it starts. */
export const stageArguments = (): { readonly stage: string; readonly rest: readonly string[] } => {
  const { values, tokens } = parseArgs({ options: { stage: { type: 'string' } }, strict: false, tokens: true });
  if (typeof values.stage !== 'string') throw new Error('Which stage? --stage dev');
  const own = tokens.find((token) => token.kind === 'option' && token.name === 'stage');
  const words = process.argv.slice(2);
  if (own?.kind === 'option') words.splice(own.index, own.inlineValue ? 1 : 2);
  return { stage: values.stage, rest: words };
};
