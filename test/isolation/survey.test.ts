import { afterAll, expect, it } from 'vitest';
import { closeDrawers, survey } from '../../lambdas/isolation/draw/draw.ts';
import { cpuBudget } from '../../lambdas/isolation/worker/cpu-budget.ts';
import { box, h } from '../golden/element.ts';

afterAll(closeDrawers);

const size = { width: 300, height: 200, isJpeg: false };
const at = (place: string) => ({ __at: place });

it('names the innermost element that cannot be laid out', async () => {
  const svg = h('svg', { ...at('3:5'), width: 9, height: 9 }, h('text', at('4:7'), 'x'));
  const tree = h('div', at('1:1'), h('p', at('2:1'), 'good'), h('section', at('2:9'), svg));

  const looked = await survey({ tree, ...size }, { budget: cpuBudget(60_000) });

  expect(looked?.failure).toEqual({ message: expect.stringContaining('<text>'), place: '3:5' });
});

it('says of a tree that is not given to the layout library why', async () => {
  const looked = await survey({ tree: box({}, 'a'.repeat(100_000)), ...size }, { budget: cpuBudget(60_000) });

  expect(looked?.failure?.message).toMatch(/^A word of more than \d+ characters/);
});
