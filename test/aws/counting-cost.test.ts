import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { measureCounting } from '../../bench/counting.ts';

it('a taking costs at most two write units at every promised rate, with keys and without', {
  timeout: 120_000,
}, async () => {
  const { text, isKept } = await measureCounting(1, 2);

  expect([isKept, text]).toEqual([true, text]);
  expect(text.match(/^\| (1|20|100|500)\b/gm)).toHaveLength(10);
});

it('the benchmark ends with 1 when a taking costs more than it may', () => {
  const args = ['bench/run.ts', '--only', 'counting', '--quick', '--at-most', '0.9'];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });

  expect([status, stderr]).toEqual([1, 'A taking costs more than 0.9 write units.\n']);
});
