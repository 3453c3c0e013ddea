import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import type { MintRequest } from '../../../../lambdas/contract/schemas/mint.ts';
import { serviceOf } from '../api.ts';
import { readProject } from '../config.ts';
import type { Answer, Context } from '../context.ts';
import { wrongUse } from '../failure.ts';
import { chosenTemplates } from '../files.ts';
import { readLock } from '../lock-file.ts';

export interface MintOptions {
  readonly var?: readonly string[];
  readonly templateVersion?: number;
  readonly width?: number;
  readonly height?: number;
  readonly format?: string;
  readonly quality?: number;
  readonly devicePixelRatio?: number;
  readonly open?: boolean;
}

/** `title=Hello`, and `n:=3` for JSON that is no text. */
const variableOf = (given: string): [string, unknown] => {
  const [, name, isJson, value = ''] = /^([A-Za-z_]\w*)(:?)=([\s\S]*)$/.exec(given) ?? [];
  if (name === undefined)
    throw wrongUse(
      'INVALID_VARIABLE',
      `--var ${given} is no variable: write name=text, or name:=JSON for what is no text.`,
    );
  if (isJson === '') return [name, value];
  try {
    return [name, JSON.parse(value)];
  } catch (error) {
    throw wrongUse('INVALID_VARIABLE', `--var ${given}: what stands behind := is no JSON.`, error);
  }
};

/** The template of a file, of a name in the lock file, or of an id. */
const templateIdOf = async (context: Context, given: string): Promise<string> => {
  const project = readProject(context);
  const entries = await readLock(project);
  const isFile = /[/\\]|\.[a-z]+$/i.test(given);
  if (!isFile) return (Object.hasOwn(entries, given) ? entries[given]?.templateId : undefined) ?? given;
  const [template] = await chosenTemplates(project, context.cwd, [given]);
  const entry = Object.values(entries).find(({ file }) => resolve(project.root, file) === template?.path);
  if (entry?.templateId !== undefined) return entry.templateId;
  throw wrongUse('NOT_PUSHED', `${given} has not been pushed to "${project.environment}": image-url push ${given}`);
};

/** Has the system open an address. */
const openInBrowser = (url: string): void => {
  const [program = '', ...args] = { darwin: ['open'], win32: ['rundll32', 'url.dll,FileProtocolHandler'] }[
    process.platform as string
  ] ?? ['xdg-open'];
  spawn(program, [...args, url], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
};

/** `image-url mint`: a signed URL of a template with values for its variables. */
export const mint = async (
  context: Context,
  given: string,
  { var: variables = [], open, templateVersion: version, ...options }: MintOptions,
): Promise<Answer> => {
  const request = {
    templateId: await templateIdOf(context, given),
    variables: Object.fromEntries(variables.map(variableOf)),
    ...options,
    version,
    details: true,
  } as MintRequest;
  const minted = await serviceOf(context).call('mintUrl', { body: request });
  for (const warning of minted.warnings ?? []) context.output.note(`warning: ${warning}`);
  if (open) openInBrowser(minted.url);
  return { json: minted, text: minted.url };
};
