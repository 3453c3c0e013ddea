import { expect, it } from 'vitest';
import { type EngineName, engineNames } from '#engine/engine-names.ts';
import { openRenderer } from '#engine/engines/open-engine.ts';
import { type Skips, withEachEngine } from '../../support/each-engine.ts';
import { everyNth } from '../../support/effort.ts';
import { engineParts, whileLacking } from '../../support/takumi.ts';
import { agreement, blockDifferences } from '../fidelity/blocks.ts';
import { type GoldenCase, getOptions } from './case.ts';
import { goldenCases } from './cases/index.ts';

const engines = Object.fromEntries(engineNames.map((name) => [name, openRenderer(name, engineParts())])) as Readonly<
  Record<EngineName, ReturnType<typeof openRenderer>>
>;

const skip: Skips = {
  satori: [
    {
      reason: 'a text beside elements is an element itself once it is measured, which moves the others',
      cases: ['inline-elements', 'inline-images', 'shares-in-lines'],
    },
  ],
  takumi: [],
};

const paint = (engine: EngineName, { tree, images = {}, ...golden }: GoldenCase, hasTexts: boolean) => {
  const scene = { tree, images, ...getOptions({ tree, ...golden }), devicePixelRatio: 1 };
  return whileLacking(async () => {
    const look = await engines[engine].look(scene, { hasTexts }, { enter: () => undefined });
    return look.paint();
  });
};

const rows = withEachEngine(goldenCases, skip);

it.each(everyNth(rows, 6))('%s, %s: texts are rendered where they are measured', async (engine, _name, golden) => {
  const [measured, plain] = [await paint(engine, golden, true), await paint(engine, golden, false)];

  expect(agreement(blockDifferences(measured, plain))).toBeGreaterThan(0.98);
});
