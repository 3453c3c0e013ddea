/*
 * Loaded before a program of `bin`: where it would start CDK or a build, which need an account or minutes, it sends the command line to
 * the played cloud, which answers whether it succeeded. Everything else that it starts is started.
 */
import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';

const original = childProcess.spawnSync;
const send = `const { PLAYED_CDK: url, COMMAND: body } = process.env;
fetch(url, { method: 'POST', body }).then(({ ok }) => process.exit(ok ? 0 : 1));`;

const spawnSync = (program: string, args: readonly string[], options: childProcess.SpawnSyncOptions) => {
  if (program !== 'cdk' && !args[0]?.endsWith('/build.ts')) return original(program, args, options);
  const COMMAND = [program, ...args].join(' ');
  return original(process.execPath, ['-e', send], {
    stdio: 'inherit',
    env: { ...process.env, NODE_OPTIONS: '', COMMAND },
  });
};
Object.assign(childProcess, { spawnSync });
syncBuiltinESMExports();
