import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import * as z from 'zod';
import type { Context } from './context.ts';
import { hasCode, reasonOf, wrongUse } from './failure.ts';

export const configFile = 'image-url.json';
/** The environment where none is named. */
const defaultEnvironment = 'default';

const address = z.url({ protocol: /^https?$/, error: 'must be an address like https://api.example.com' });
const config = z.strictObject({
  $schema: z.string().optional(),
  baseUrl: address.optional(),
  templates: z.union([z.string(), z.array(z.string()).min(1)]),
  environments: z.record(z.string(), z.strictObject({ baseUrl: address })).optional(),
});
type Config = z.output<typeof config>;

/** The folder with `image-url.json`, and what it says for the chosen environment. */
export interface Project {
  readonly root: string;
  /** Patterns of the files that are templates. */
  readonly templates: readonly string[];
  /** The name its ids and versions are recorded under. */
  readonly environment: string;
  /** Without a slash at its end. Absent where only a named environment has one: `check` and `test` need none. */
  readonly baseUrl: string | undefined;
}

const parse = (path: string, text: string): Config => {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    throw wrongUse('INVALID_CONFIG', `${path} is no JSON: ${reasonOf(error)}.`, error);
  }
  const parsed = config.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue?.path.join('.') || 'it';
  throw wrongUse('INVALID_CONFIG', `${path}: ${where}: ${issue?.message ?? 'is wrong'}. docs/cli.md shows one.`);
};

/** Reads `image-url.json` of this folder or of the nearest one above. */
const find = (from: string): { root: string; config: Config } => {
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    const path = join(folder, configFile);
    try {
      return { root: folder, config: parse(path, readFileSync(path, 'utf8')) };
    } catch (error) {
      if (!hasCode(error, 'ENOENT')) {
        if (hasCode(error, 'INVALID_CONFIG')) throw error;
        throw wrongUse('INVALID_CONFIG', `${path} cannot be read: ${reasonOf(error)}.`, error);
      }
    }
    if (dirname(folder) === folder)
      throw wrongUse('NO_CONFIG', `There is no ${configFile} here or in a folder above: make one with image-url init.`);
  }
};

/** @throws Failure of exit code 2 without a config, with a broken one, and for an environment it does not have. */
export const readProject = ({ cwd, options: { env } }: Pick<Context, 'cwd' | 'options'>): Project => {
  const { root, config } = find(cwd);
  const { templates, environments = {} } = config;
  const named = env === undefined ? undefined : Object.hasOwn(environments, env) ? environments[env] : undefined;
  if (env !== undefined && !named) {
    const known = Object.keys(environments).join(', ') || 'none';
    throw wrongUse('UNKNOWN_ENVIRONMENT', `${configFile} has no environment ${JSON.stringify(env)}; it has: ${known}.`);
  }
  return {
    root,
    templates: [templates].flat(),
    environment: env ?? defaultEnvironment,
    baseUrl: (named ?? config).baseUrl?.replace(/\/+$/, ''),
  };
};

/** The folder that templates without a file yet are written to: where the first pattern would find them. */
export const templatesFolder = ({ templates: [pattern = ''] }: Project): string => {
  const plain = pattern.split('/').slice(0, -1);
  const special = plain.findIndex((part) => /[*?{[]/.test(part));
  return plain.slice(0, special < 0 ? undefined : special).join('/') || '.';
};
