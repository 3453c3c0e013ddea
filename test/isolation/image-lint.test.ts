import { afterAll, expect, it } from 'vitest';
import { closeRenderWorkers, imageLint } from '../../lambdas/isolation/render/render.ts';
import { cpuBudget } from '../../lambdas/isolation/worker/cpu-budget.ts';
import { box } from '../golden/element.ts';

afterAll(closeRenderWorkers);

const size = { width: 300, height: 200, isJpeg: false };
it('says of a tree that is not given to the layout library why', async () => {
  const looked = await imageLint({ tree: box({}, 'a'.repeat(100_000)), ...size }, { budget: cpuBudget(60_000) });

  expect(looked?.failure?.message).toMatch(/^A word of more than \d+ characters/);
});
