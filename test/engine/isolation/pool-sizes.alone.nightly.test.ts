import { afterAll, expect, it } from 'vitest';
import { closeSandboxes, resizeSandboxes, warmSandbox } from '#engine/isolation/sandbox/evaluate.ts';
import { draft } from '../../support/draft.ts';
import { below } from '../../support/held.ts';
import { countKills } from './count-kills.ts';

/**
 * @promise Template code: Sixty templates parsed at once, with the workers of a function and of the local run: all
 *   parsed, and no worker ended
 * @also test/engine/isolation/pool.test.ts
 * @figure holds
 */

const kills = countKills();
afterAll(() => {
  resizeSandboxes(1);
  return closeSandboxes();
});

it.each([
  ['a function', 1],
  ['the local run', 2],
])(
  'sixty templates parsed at once by the workers of %s (%i) are all parsed, and cost no worker',
  async (_where, size) => {
    resizeSandboxes(size);
    await warmSandbox();
    const before = below(process.pid);
    const source = (n: number) => `export default function T({ title = 'n${n}' }) { return <div>{title}</div>; }`;

    const drafts = await Promise.all(Array.from({ length: 60 }, (_, n) => draft(source(n))));

    expect(drafts.map((one) => 'script' in one)).toEqual(Array(60).fill(true));
    expect([below(process.pid), kills()]).toEqual([before, 0]);
    await closeSandboxes();
  },
);
