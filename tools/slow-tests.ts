/*
 * npm run test:slow -- [ARGUMENT OF VITEST ...]
 * Runs the tests with one processor that two endless loops share, as on a small machine with other work.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

const loops = 2;
const onOneProcessor = ['taskset', '--cpu-list', '0'];

const [taskset = '', ...option] = onOneProcessor;
if (spawnSync(taskset, [...option, 'true']).status !== 0) {
  console.error(
    'npm run test:slow needs taskset (Debian: util-linux) and processor 0: the tests cannot be slowed down here.',
  );
  process.exit(2);
}

/** Ends by itself when this process is gone, however it ended. */
const loop = `
  const parent = process.ppid;
  for (;;) {
    const end = performance.now() + 1_000;
    while (performance.now() < end);
    if (process.ppid !== parent) process.exit();
  }`;
const start = (...command: string[]) =>
  spawn(taskset, [...option, process.execPath, ...command], { stdio: ['ignore', 'inherit', 'inherit'] });

const busy = Array.from({ length: loops }, () => start('--eval', loop));
const tests = start('node_modules/vitest/vitest.mjs', 'run', ...process.argv.slice(2));
const end = (): void => {
  for (const one of busy) one.kill('SIGKILL');
};
process.on('exit', end);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void tests.kill(signal));

const [code] = (await once(tests, 'exit')) as [number | null];
process.exitCode = code ?? 1;
end();
