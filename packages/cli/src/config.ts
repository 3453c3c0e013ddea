import * as z from 'zod';
import { canonicalAddress } from './addresses.ts';
import type { Context } from './context.ts';
import { getReason, hasCode, wrongUse } from './failure.ts';
import { findUpwards } from './project-files.ts';

export const configFile = 'image-url.json';
/** Environment of projects without `--env`. */
const defaultEnvironment = 'default';

const address = z.string().refine((given) => canonicalAddress(given) !== undefined, {
  error: 'must be an address like https://api.example.com, without a user, a query and a fragment',
});
/** Returns whether a pattern stays inside the project: no absolute path, drive or `..`. */
const isPatternInside = (pattern: string): boolean =>
  !/^[/\\]|^[A-Za-z]:|\0/.test(pattern) && !pattern.split(/[/\\{},()|]/).some((part) => part.trim() === '..');
const pattern = z.string().min(1).refine(isPatternInside, {
  error: 'must stay in the folder of image-url.json: a pattern is not an absolute path and has no ".."',
});
/** A font file of the repository, with its name in templates. */
const font = z.union([pattern, z.strictObject({ file: pattern, family: z.string().min(1).optional() })], {
  error: 'must be the path of a font file, or { "file": its path, "family": its name in templates }',
});
const config = z.strictObject({
  $schema: z.string().optional(),
  baseUrl: address.optional(),
  imageHost: address.optional(),
  templates: z.union([pattern, z.array(pattern).min(1, 'must name at least one pattern')], {
    error: 'must be a pattern of template files, like "cards/*.tsx", or a list of patterns',
  }),
  fonts: z.array(font).optional(),
  environments: z.record(z.string(), z.strictObject({ baseUrl: address, imageHost: address.optional() })).optional(),
});
type Config = z.output<typeof config>;

/** The folder with `image-url.json`, and its settings for the chosen environment. */
export interface Project {
  /** Absolute path, with links resolved. */
  readonly root: string;
  /** Patterns of template files. */
  readonly templates: readonly string[];
  /** Font files for templates, with their family names if they differ from the files' own. */
  readonly fonts: readonly { readonly file: string; readonly family?: string | undefined }[];
  /** Name under which ids and versions are recorded. */
  readonly environment: string;
  /** Without a trailing slash. Absent if only named environments have one; `check` and `test` need none. */
  readonly baseUrl: string | undefined;
  /** The image host. Only commands for on-demand URLs need it. */
  readonly imageHost?: string | undefined;
}

const parse = (path: string, text: string): Config => {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    throw wrongUse('INVALID_CONFIG', `${path} is no JSON: ${getReason(error)}.`, error);
  }
  const parsed = config.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue?.path.join('.') || 'it';
  throw wrongUse('INVALID_CONFIG', `${path}: ${where}: ${issue?.message ?? 'is wrong'}. docs/cli.md shows one.`);
};

/** Reads `image-url.json` of this folder or the nearest one above. */
const find = (from: string): { root: string; config: Config } => {
  try {
    const found = findUpwards(from, configFile);
    if (found) return { root: found.root, config: parse(found.path, found.text) };
  } catch (error) {
    if (hasCode(error, 'INVALID_CONFIG') || hasCode(error, 'OUTSIDE_PROJECT')) throw error;
    throw wrongUse('INVALID_CONFIG', `${configFile} cannot be read: ${getReason(error)}.`, error);
  }
  throw wrongUse('NO_CONFIG', `There is no ${configFile} here or in a folder above: make one with image-url init.`);
};

/** @throws Failure of exit code 2 without a config, for an invalid one, and for an unknown environment */
export const readProject = ({ cwd, options: { env } }: Pick<Context, 'cwd' | 'options'>): Project => {
  const { root, config } = find(cwd);
  const { templates, fonts = [], environments = {} } = config;
  const named = env === undefined ? undefined : Object.hasOwn(environments, env) ? environments[env] : undefined;
  if (env !== undefined && !named) {
    const known = Object.keys(environments).join(', ') || 'none';
    throw wrongUse('UNKNOWN_ENVIRONMENT', `${configFile} has no environment ${JSON.stringify(env)}; it has: ${known}.`);
  }
  return {
    root,
    templates: [templates].flat(),
    fonts: fonts.map((one) => (typeof one === 'string' ? { file: one } : one)),
    environment: env ?? defaultEnvironment,
    baseUrl: (named ?? config).baseUrl?.replace(/\/+$/, ''),
    imageHost: (named ?? config).imageHost,
  };
};

/** Like `readProject`; undefined without a config, for commands that need none. */
export const findProject = (context: Pick<Context, 'cwd' | 'options'>): Project | undefined => {
  try {
    return readProject(context);
  } catch (error) {
    if (hasCode(error, 'NO_CONFIG') && context.options.env === undefined) return undefined;
    throw error;
  }
};

/** Returns the folder of a pattern: its part before the first wildcard. */
export const getFolder = (pattern: string): string => {
  const plain = pattern.split('/').slice(0, -1);
  const special = plain.findIndex((part) => /[*?{[(!]/.test(part));
  return plain.slice(0, special < 0 ? undefined : special).join('/') || '.';
};

/** Returns the folder for new template files: one that the first pattern matches. */
export const templatesFolder = ({ templates: [pattern = ''] }: Project): string => getFolder(pattern);
