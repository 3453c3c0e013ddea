import { spawnSync } from 'node:child_process';

/** Starts a program that the kernel kills when its parent ends. Source: setpriv(1), prctl(2), `PR_SET_PDEATHSIG`. */
const setpriv = '/usr/bin/setpriv';
const options = ['--pdeathsig', 'KILL'];

let hasSetpriv: boolean | undefined;

/**
 * Returns how to start Node so that the kernel kills the process when this one ends for any reason; a process in an
 * endless loop reads no messages. Without setpriv(1) Node is started directly; in Lambda all processes end together.
 */
export const withParentDeathSignal = (
  node: string,
  flags: readonly string[],
): { execPath: string; execArgv: string[] } => {
  hasSetpriv ??= spawnSync(setpriv, [...options, 'true'], { stdio: 'ignore' }).status === 0;
  return hasSetpriv
    ? { execPath: setpriv, execArgv: [...options, node, ...flags] }
    : { execPath: node, execArgv: [...flags] };
};
