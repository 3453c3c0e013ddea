import { spawnSync } from 'node:child_process';

/** Starts a program that the kernel ends with the process it was started by. Source: setpriv(1), prctl(2), `PR_SET_PDEATHSIG`. */
const setpriv = '/usr/bin/setpriv';
const bound = ['--pdeathsig', 'KILL'];

let hasSetpriv: boolean | undefined;

/**
 * How Node is started so that it ends with this process, however this one ends: a program in a loop would read no message.
 * Where the system has no such program it is started as it is; a function's sandbox ends as a whole.
 */
export const onLeash = (node: string, flags: readonly string[]): { execPath: string; execArgv: string[] } => {
  hasSetpriv ??= spawnSync(setpriv, [...bound, 'true'], { stdio: 'ignore' }).status === 0;
  return hasSetpriv
    ? { execPath: setpriv, execArgv: [...bound, node, ...flags] }
    : { execPath: node, execArgv: [...flags] };
};
