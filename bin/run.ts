import { spawnSync } from 'node:child_process';
import { delimiter, resolve } from 'node:path';
import { root } from './stage-settings.ts';

/**
 * Runs a program of the project's own dependencies, in the project's folder and on this very Node; ends this program when
 * that one fails.
 */
export const run = (
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): void => {
  const PATH = [resolve(root, 'node_modules/.bin'), process.env.PATH ?? ''].join(delimiter);
  const { status } = spawnSync(program, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH, ...environment },
  });
  if (status !== 0) process.exit(status ?? 1);
};
