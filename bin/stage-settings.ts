import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { fontSource } from '../lambdas/config/font-source.ts';
import { check, toSentence } from '../lib/app/describe-problems.ts';
import { StageError } from '../lib/app/settings.ts';
import { readStage, type Stage } from '../lib/app/stage.ts';
import { checkAccount, useAws } from './aws-configuration.ts';

/** Root of the project. */
export const root = resolve(import.meta.dirname, '..');

/**
 * Returns the context of `cdk.json`, with the font source of stages that do not set one: '' for none.
 *
 * @throws StageError if the file cannot be read, or the font source is invalid
 */
export const readContext = (): { readonly stages: unknown; readonly fontSource: string } => {
  const context = (() => {
    try {
      return JSON.parse(readFileSync(resolve(root, 'cdk.json'), 'utf8')).context;
    } catch (error) {
      throw new StageError(`cdk.json cannot be read: ${(error as Error).message}`, { cause: error });
    }
  })();
  const read = check(fontSource, context.fontSource, () => []);
  if ('problems' in read) throw new StageError(toSentence('fontSource in cdk.json', read.problems));
  return { stages: context.stages, fontSource: read.data };
};

/**
 * Returns a stage of `cdk.json`. Configures AWS clients of this process and its children for the region and profile.
 *
 * @throws StageError naming what is wrong with the stage, the profile, the region or the account
 */
export const useStage = async (name: string, profile?: string): Promise<Stage> => {
  const stage = readStage(name, readContext().stages);
  await useAws(stage, profile);
  await checkAccount(stage);
  return stage;
};

export interface StageArguments {
  readonly stage: string;
  readonly profile: string | undefined;
  /** Whether `--yes` was given. */
  readonly isSure: boolean;
  /** All other arguments, for the program that this one starts. */
  readonly rest: readonly string[];
}

/** Parses `--stage NAME`, `--profile NAME` and `--yes`, and returns the other arguments unchanged. */
export const stageArguments = (given: readonly string[] = process.argv.slice(2)): StageArguments => {
  const args = [...given];
  const options = { stage: { type: 'string' }, profile: { type: 'string' }, yes: { type: 'boolean' } } as const;
  const { values, tokens } = parseArgs({ args, options, strict: false, tokens: true });
  if (typeof values.stage !== 'string') throw new StageError('Which stage? --stage dev');
  const { stage, profile } = values;
  if (profile !== undefined && typeof profile !== 'string') throw new StageError('Which profile? --profile NAME');
  const own = tokens.flatMap((token) =>
    token.kind === 'option' && Object.hasOwn(options, token.name)
      ? [token.index, ...(token.value !== undefined && !token.inlineValue ? [token.index + 1] : [])]
      : [],
  );
  return { stage, profile, isSure: values.yes === true, rest: args.filter((_word, n) => !own.includes(n)) };
};
