import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

/**
 * @promise Exact counting: Consuming quota costs at most two write units at any rate up to 500 a second
 * @also bench/counting.ts
 * @figure 1.01 at 1, 20 and 100 a second, 1.05 at 300, 1.10 at 500; the same with keys and from 500 instances
 *   ([bench/README.md](../bench/README.md#quota))
 */

const mostUnits = 2;

it('consuming quota costs at most two write units at every promised rate, and the benchmark exits with 1 when it costs more than it may', () => {
  const args = ['bench/run.ts', '--only', 'counting', '--quick', '--at-most', '0.9'];

  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });

  const rows = stdout.split('\n').filter((line) => /^\| (1|20|100|300|500)\b/.test(line));
  const units = rows.map((row) => Number(row.split('|')[3]));
  expect(rows).toHaveLength(12);
  expect(Math.max(...units), stdout).toBeLessThanOrEqual(mostUnits);
  expect([status, stderr]).toEqual([
    1,
    'counting: Consuming quota costs more than 0.9 write units.\nFailed: counting.\n',
  ]);
});
