import { spawnSync } from 'node:child_process';
import { delimiter, resolve } from 'node:path';
import { root } from './stage-settings.ts';

/**
 * Runs a program of the project's dependencies, in the project's folder, with the Node of this process.
 *
 * @returns whether it succeeded
 */
export type Run = (program: string, args: readonly string[], environment?: Readonly<Record<string, string>>) => boolean;

export const run: Run = (program, args, environment = {}) => {
  const PATH = [resolve(root, 'node_modules/.bin'), process.env.PATH ?? ''].join(delimiter);
  const { status } = spawnSync(program, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH, ...environment },
  });
  return status === 0;
};
