import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { processUse } from '../../lambdas/isolation/process/process-use.ts';
import { below } from '../support/held.ts';
import { startDev } from '../support/running-service.ts';

/** A parser, an interpreter and a native loop, none of which comes to an end by itself. */
const worst = [
  `x=${'async<T>('.repeat(40)}`,
  'export default function T() { for (;;) {} }',
  `export default function T() { return <p>{Array.prototype.join.call({ length: 2 ** 32 - 1 }, '')}</p>; }`,
];

it('SIGTERM ends the service within five seconds whatever templates do, and nothing of it remains', {
  timeout: 60_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ending-'));
  const { address, pid, stop } = await startDev(folder);
  const headers = { authorization: `Bearer ${address.apiKey}` };
  const save = (code: string) =>
    fetch(`${address.baseUrl}/v1/templates`, { method: 'POST', headers, body: JSON.stringify({ name: 'x', code }) });
  const saving = worst.map((code) => save(code).catch(() => 'cut off'));
  await pause(500);
  const family = below(pid);

  const started = performance.now();
  const code = await stop('SIGTERM');

  expect(performance.now() - started).toBeLessThan(5_000);
  expect(code).toBe(0);
  expect(family.length).toBeGreaterThan(3);
  await expect.poll(() => family.filter((one) => processUse(one) !== undefined)).toEqual([]);
  expect(await Promise.all(saving)).toEqual(worst.map(() => 'cut off'));
  await rm(folder, { recursive: true, force: true });
});
