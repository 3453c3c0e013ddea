import { type ChildProcess, fork } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withParentDeathSignal } from './parent-death-signal.ts';

/** A program that runs untrusted jobs in a separate process. */
export interface Program {
  readonly file: URL;
  /** Subject of the error message when it does not start. */
  readonly name: string;
  readonly args: readonly string[];
  /** A directory of modules it reads beside its own code. */
  readonly modules?: string;
  /** Whether it loads native code. */
  readonly isNative: boolean;
  readonly heapMib: number;
  /** More flags of Node's. */
  readonly flags?: readonly string[];
}

/** Node before 22.13 calls it an experiment. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const permission = major > 22 || (major === 22 && minor >= 13) ? '--permission' : '--experimental-permission';

/**
 * Running programs. They are killed when this process exits normally; `withParentDeathSignal` covers all other cases.
 */
const running = new Set<ChildProcess>();
const endAll = (): void => {
  for (const child of running) child.kill('SIGKILL');
};

/** UTC, and where the loader finds shared libraries: Lambda's own Node does not start without it. */
const environment = (): NodeJS.ProcessEnv => {
  const { LD_LIBRARY_PATH } = process.env;
  return { TZ: 'UTC', ...(LD_LIBRARY_PATH !== undefined && { LD_LIBRARY_PATH }) };
};

/**
 * Starts a program with minimal rights: no environment but a time zone and the path of shared libraries, no standard
 * input, no files but its own code and modules, no processes or threads. The program disables network access itself
 * (`hardening.ts`).
 */
export const startProgram = ({ file, args, modules, isNative, heapMib, flags = [] }: Program): ChildProcess => {
  const path = fileURLToPath(file);
  const child = fork(path, args, {
    env: environment(),
    ...withParentDeathSignal(process.execPath, [
      permission,
      ...(isNative ? ['--allow-addons'] : []),
      ...readable(path, modules).map((directory) => `--allow-fs-read=${directory}`),
      `--max-old-space-size=${heapMib}`,
      '--expose-gc',
      '--no-warnings',
      ...flags,
    ]),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  if (running.size === 0) process.on('exit', endAll);
  running.add(child);
  child.once('exit', () => {
    running.delete(child);
    if (running.size === 0) process.off('exit', endAll);
  });
  return child;
};

/**
 * What a program may read: its own code, and its modules. Bundled, its code is one directory. Where the project's modules are
 * a link, it may read the link as well as what it leads to.
 */
const readable = (path: string, modules?: string): string[] => {
  const own = dirname(path);
  const given = modules === undefined ? [] : [modules];
  if (!path.endsWith('.ts')) return [...given, own];
  const sources = dirname(dirname(own));
  const project = dirname(sources);
  const installed = join(project, 'node_modules');
  return [...new Set([...given, installed, realpathSync(installed)]), sources, join(project, 'package.json')];
};
