import { expect, it } from 'vitest';
import { estimateCost } from '#engine/rendering/cost.ts';
import type { VElement } from '#engine/vnode/vnode.ts';
import { costlyRenderMs } from '../../lambdas/publishing/costly-images.ts';
import { figure } from '../support/effort.ts';
import { getSizeGrowth, mostSizeGrowth } from '../support/growth.ts';
import { hardTrees } from './hard-trees.ts';
import { createRecorder } from './styles/received.ts';

const receive = createRecorder();

/** Milliseconds of processor time of this thread. takumi lays out nothing: what counts is our own work. */
const getCost = async (tree: VElement): Promise<number> => {
  const before = process.threadCpuUsage();
  await receive(tree);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
};

/** Our own work of one tree, in milliseconds of processor time on a slow machine, that needs no warning. */
const mostUnannouncedMs = 2_000;

const options = { width: 600, height: 400, devicePixelRatio: 1 };

const square = Object.entries(hardTrees).filter(([, { isSquare }]) => isSquare);
const linear = Object.entries(hardTrees).filter(([, { isSquare }]) => !isSquare);

it.each(linear)('four times the tree takes about four times the time: %s', async (name, { make, largest }) => {
  await receive(make(100));

  const growth = await getSizeGrowth((size) => receive(make(size)), largest);

  expect(growth).toBeLessThan(mostSizeGrowth);
  figure(`${name}: growth`, growth);
});

// a product of elements and rules is told before it is paid for
it.each(square)('is estimated to cost much: %s', (_name, { make, largest }) => {
  expect(estimateCost(make(largest), options).ms).toBeGreaterThan(costlyRenderMs);
});

it.each(Object.entries(hardTrees))(
  'is estimated to cost much, or costs little: %s',
  async (_name, { make, largest }) => {
    const tree = make(largest);
    if (estimateCost(tree, options).ms > costlyRenderMs) return;

    expect(await getCost(tree)).toBeLessThan(mostUnannouncedMs);
  },
);
