import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { functions } from '../../lambdas/config/functions.ts';

it('a log of a gigabyte is counted within the memory of the function', () => {
  const printed = execFileSync(process.execPath, ['test/views/read-gigabyte.ts'], { encoding: 'utf8' });

  const { counted, expected, maxRssMib } = JSON.parse(printed);
  expect(counted).toEqual(expected);
  expect(maxRssMib).toBeLessThan(functions.readAccessLogs.memoryMib / 2);
});
