import { parseEnv } from 'node:util';
import { findProject } from './config.ts';
import type { Context } from './context.ts';
import { readSmallFile } from './project-files.ts';

/** The variables that are read. `IMAGE_URL_BASE_URL` is not: it confirms an address, which a repository must not. */
const names = ['IMAGE_URL_API_KEY', 'IMAGE_URL_SIGNING_KEY', 'IMAGE_URL_HOST'] as const;

const mostBytes = 64 << 10;

/**
 * Returns variables of the file `.env` beside image-url.json; none without such a file. A link that leads out of the
 * project is not followed.
 */
export const readEnvFile = (context: Context): Readonly<Partial<Record<(typeof names)[number], string>>> => {
  const root = findProject(context)?.root;
  if (root === undefined) return {};
  const all = parseEnv(readSmallFile(root, '.env', mostBytes) ?? '');
  return Object.fromEntries(names.flatMap((name) => (all[name] ? [[name, all[name]]] : [])));
};
