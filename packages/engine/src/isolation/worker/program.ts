import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A program that runs untrusted jobs in a separate process. */
export interface Program {
  readonly file: URL;
  /** Subject of the error message when it does not start. */
  readonly name: string;
  readonly args: readonly string[];
  /** Directories of modules that it reads in addition to its own code. */
  readonly modules?: readonly string[];
  /** Whether it loads native code. */
  readonly isNative: boolean;
  readonly heapMib: number;
  /** Additional flags of Node. */
  readonly flags?: readonly string[];
}

/** Starts a program that the kernel kills when its parent ends. Source: setpriv(1), prctl(2), `PR_SET_PDEATHSIG`. */
const setpriv = '/usr/bin/setpriv';
const options = ['--pdeathsig', 'KILL'];

let hasSetpriv: boolean | undefined;

/**
 * Returns how to start Node so that the kernel kills the process when this one ends for any reason; a process in an
 * endless loop reads no messages. Without setpriv(1) Node is started directly; in Lambda all processes end together.
 */
const withParentDeathSignal = (node: string, flags: readonly string[]): { execPath: string; execArgv: string[] } => {
  hasSetpriv ??= spawnSync(setpriv, [...options, 'true'], { stdio: 'ignore' }).status === 0;
  return hasSetpriv
    ? { execPath: setpriv, execArgv: [...options, node, ...flags] }
    : { execPath: node, execArgv: [...flags] };
};

/**
 * A script of the system from which packages with native code learn which C library there is. Otherwise they write two
 * reports of the whole process.
 */
const ldd = '/usr/bin/ldd';

/** Running programs, killed when this process exits normally; `withParentDeathSignal` covers all other cases. */
const running = new Set<ChildProcess>();
const endAll = (): void => {
  for (const child of running) child.kill('SIGKILL');
};

/** UTC, and the loader's path of shared libraries, without which Lambda's Node does not start. */
const getEnvironment = (): NodeJS.ProcessEnv => {
  const { LD_LIBRARY_PATH } = process.env;
  return { TZ: 'UTC', ...(LD_LIBRARY_PATH !== undefined && { LD_LIBRARY_PATH }) };
};

/**
 * Starts a program with minimal rights: no environment but time zone and library path, no standard input, no files but
 * its code and modules, no processes or threads. The program disables network access itself (`hardening.ts`).
 */
export const startProgram = ({ file, args, modules, isNative, heapMib, flags = [] }: Program): ChildProcess => {
  const path = fileURLToPath(file);
  const child = fork(path, args, {
    env: getEnvironment(),
    ...withParentDeathSignal(process.execPath, [
      '--permission',
      ...(isNative ? ['--allow-addons', `--allow-fs-read=${ldd}`] : []),
      ...getReadablePaths(path, modules).map((directory) => `--allow-fs-read=${directory}`),
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
 * Returns the paths that a program may read: its own code, which is one directory in a bundle, and its modules, with
 * link and target if they are a link.
 */
const getReadablePaths = (path: string, modules: readonly string[] = []): string[] => {
  const own = dirname(path);
  const sources = path.endsWith('.ts') ? dirname(dirname(own)) : undefined;
  const read = sources === undefined ? modules : [...modules, ...getModulesAbove(sources)];
  return [
    ...new Set(read.flatMap((folder) => [folder, realpathSync(folder)])),
    ...(sources === undefined ? [own] : [sources, join(dirname(sources), 'package.json')]),
  ];
};

/** Returns the node_modules directories of a directory and of those above it. */
export const getModulesAbove = (directory: string): string[] => {
  const above = dirname(directory);
  const own = join(directory, 'node_modules');
  return [...(existsSync(own) ? [own] : []), ...(above === directory ? [] : getModulesAbove(above))];
};
