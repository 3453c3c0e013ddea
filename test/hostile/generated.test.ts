import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EngineName, engineNames } from '../../lambdas/contract/engine-names.ts';
import type { VElement } from '../../lambdas/core/vnode/vnode.ts';
import { closeDrawers, draw } from '../../lambdas/isolation/draw/draw.ts';
import { treeOf } from '../../lambdas/isolation/evaluate/tree.ts';
import { box } from '../golden/element.ts';
import { effort, figure } from '../support/effort.ts';
import { held } from '../support/held.ts';
import { hostileTree } from './generated.ts';

/** Each engine draws its share of them. */
const trees = effort(25, 2_000 * engineNames.length);
const seed = Number(process.env.SOAK_SEED ?? randomInt(2 ** 31));

const options = { width: 300, height: 200, format: 'png', devicePixelRatio: 1 } as const;
const good = box(
  {
    width: '100%',
    height: '100%',
    display: 'flex',
    backgroundImage: 'linear-gradient(red, blue)',
    boxShadow: '0 9px 30px #000',
    fontSize: 30,
  },
  'Good 漢字 🚀',
);
const drawn = async (tree: VElement, template: string, engine: EngineName) =>
  Buffer.from((await draw({ tree, options, images: {}, template, engine })).bytes);
const alone = new Map<EngineName, Buffer>();
beforeAll(async () => {
  for (const engine of engineNames) alone.set(engine, await drawn(good, 'good', engine));
});
afterAll(closeDrawers);

it(`${trees} trees nobody would write: drawn or refused, and good pictures stay as they were`, async () => {
  const counts = { drawn: 0, RENDER_ERROR: 0 };
  let n = 0;
  const property = fc.asyncProperty(hostileTree, async (made) => {
    // as a template's tree comes out of its isolation
    const tree = treeOf(JSON.parse(JSON.stringify(made)));
    n += 1;
    const engine = engineNames[n % engineNames.length] as EngineName;
    const ending = await drawn(tree, `bad ${n}`, engine).then(
      () => 'drawn' as const,
      (error: { code?: string }) => error.code as 'RENDER_ERROR',
    );
    counts[ending] += 1;

    expect(['drawn', 'RENDER_ERROR']).toContain(ending);
    if (ending === 'RENDER_ERROR' || counts.drawn % 5 === 0)
      expect(alone.get(engine)?.equals(await drawn(good, 'good', engine))).toBe(true);
  });
  // what was found is printed as it is: making it smaller would draw it hundreds of times
  await fc.assert(property, { numRuns: trees, seed, endOnFailure: true });

  figure(`generated trees, seed ${seed}`, JSON.stringify(counts));
  const { processes } = held();
  figure('generated trees: processes left, MiB each', processes.join(' '));
  expect(processes.length).toBeLessThanOrEqual(3);
  expect(counts.drawn).toBeGreaterThan(trees / 2);
});
