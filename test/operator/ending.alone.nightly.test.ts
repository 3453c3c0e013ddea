import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { below, processUse, workDoneBy } from '../support/held.ts';
import { startDev } from '../support/running-service.ts';

/**
 * @promise Template code: SIGTERM stops the local service cleanly, whatever templates do, and leaves no process
 * @figure holds with three loops that do not end
 */

/**
 * @promise Template code: `kill -9` of the local service leaves no process on Linux
 * @figure holds; without `setpriv` two processes survived (seen once)
 */

/** Templates none of which comes to an end by itself. */
const endless = [
  'export default function T() { for (;;) {} }',
  'export default async function T() { for (;;) await 1; }',
  'for (;;) {} export default () => <p />;',
];

/** A service of its own that is busy with all of it. */
const busyService = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ending-'));
  const { address, pid, stop } = await startDev(folder);
  const headers = { authorization: `Bearer ${address.apiKey}` };
  const save = (code: string) =>
    fetch(`${address.baseUrl}/v1/templates`, { method: 'POST', headers, body: JSON.stringify({ name: 'x', code }) });
  const saving = endless.map((code) => save(code).catch(() => 'cut off'));
  const before = workDoneBy(pid);
  // they all have begun
  await expect.poll(() => workDoneBy(pid) - before).toBeGreaterThan(500);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return { saving: Promise.all(saving), family: below(pid), stop };
};
/** Of some processes, those that still are; one that has ended holds no memory, though it may not be reaped yet. */
const left = (pids: readonly number[]) => pids.filter((one) => (processUse(one)?.rssBytes ?? 0) > 0);

const signals = [
  // a code of 1 says that its last resort ended it
  ['SIGTERM', 'ends the service in order whatever templates do', 0],
  ['SIGKILL', 'ends what loops and reads no message as well', null],
] as const;
it.each(signals.filter(([signal]) => signal === 'SIGTERM' || existsSync('/usr/bin/setpriv')))(
  '%s %s, and nothing of it remains',
  async (signal, _what, code) => {
    const { saving, family, stop } = await busyService();

    expect(await stop(signal)).toBe(code);

    expect(family.length).toBeGreaterThan(3);
    await expect.poll(() => left(family)).toEqual([]);
    expect(await saving).toEqual(endless.map(() => 'cut off'));
  },
);

it('SIGTERM to npm ends what it started, though its shell hands no signal on', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ending-'));
  const command = `"${process.execPath}" bin/dev.ts --json --port 0 --image-port 0 --studio-port 0 --data "${folder}"; true`;
  const shell = spawn('sh', ['-c', command], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, npm_lifecycle_event: 'dev' },
  });
  await once(shell.stdout, 'data');
  const family = below(shell.pid as number);

  shell.kill('SIGTERM');

  expect(family.length).toBeGreaterThan(3);
  await expect.poll(() => left(family)).toEqual([]);
  await rm(folder, { recursive: true, force: true });
});
