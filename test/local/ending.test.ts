import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { below, processUse, workDoneBy } from '../support/held.ts';
import { startDev } from '../support/running-service.ts';

/** A parser, an interpreter and a native loop, none of which comes to an end by itself. */
const worst = [
  `x=${'async<T>('.repeat(40)}`,
  'export default function T() { for (;;) {} }',
  `export default function T() { return <p>{Array.prototype.join.call({ length: 2 ** 32 - 1 }, '')}</p>; }`,
];

/** A service of its own that is busy with all of it. */
const busyService = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ending-'));
  const { address, pid, stop } = await startDev(folder);
  const headers = { authorization: `Bearer ${address.apiKey}` };
  const save = (code: string) =>
    fetch(`${address.baseUrl}/v1/templates`, { method: 'POST', headers, body: JSON.stringify({ name: 'x', code }) });
  const saving = worst.map((code) => save(code).catch(() => 'cut off'));
  const before = workDoneBy(pid);
  // they all have begun
  await expect.poll(() => workDoneBy(pid) - before).toBeGreaterThan(500);
  return {
    saving: Promise.all(saving),
    family: below(pid),
    stop,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
};
/** Of some processes, those that still are; one that has ended holds no memory, though it may not be reaped yet. */
const left = (pids: readonly number[]) => pids.filter((one) => (processUse(one)?.rssBytes ?? 0) > 0);

it('SIGTERM ends the service in order whatever templates do, and nothing of it remains', async () => {
  const { saving, family, stop, remove } = await busyService();

  const code = await stop('SIGTERM');

  // 1 says that its last resort ended it
  expect(code).toBe(0);
  expect(family.length).toBeGreaterThan(3);
  await expect.poll(() => left(family)).toEqual([]);
  expect(await saving).toEqual(worst.map(() => 'cut off'));
  await remove();
});

it.runIf(existsSync('/usr/bin/setpriv'))(
  'a service that is killed leaves nothing behind, not even what loops and reads no message',
  async () => {
    const { saving, family, stop, remove } = await busyService();
    await stop('SIGKILL');
    expect(family.length).toBeGreaterThan(3);
    await expect.poll(() => left(family)).toEqual([]);
    expect(await saving).toEqual(worst.map(() => 'cut off'));
    await remove();
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
