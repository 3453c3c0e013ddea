import { isServiceError } from 'image-url-contract/errors.ts';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { render } from '#engine/isolation/render/render.ts';
import { cpuBudget } from '#engine/isolation/worker/cpu-budget.ts';
import { treeLimits } from '#engine/vnode/tree-limits.ts';
import type { VElement } from '#engine/vnode/vnode.ts';
import { box, h } from '../golden/element.ts';
import { countKills } from './count-kills.ts';

const options = { width: 300, height: 200, format: 'png', devicePixelRatio: 1 } as const;
const rendered = (tree: VElement, more: Partial<Parameters<typeof render>[0]> = {}) =>
  render({ tree, options, images: {}, ...more });
const full = { width: '100%', height: '100%', display: 'flex' };
const good = box({ ...full, background: '#ff0000' });
/** Takes some tenths of a second. */
const slow = {
  tree: box({ ...full, filter: 'blur(4px)' }, 'A card'),
  options: { ...options, width: 2_000, height: 2_000 },
  images: {},
};
const colourAt = async (bytes: Uint8Array, x = 150, y = 100) => {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)];
};

describe('render', () => {
  it('renders a tree, and says how long each stage took', async () => {
    const { bytes, timings, failedImages } = await rendered(good);
    expect(await colourAt(bytes)).toEqual([255, 0, 0, 255]);
    expect(timings).toEqual({ layout: expect.any(Number), raster: expect.any(Number), encode: expect.any(Number) });
    expect(failedImages).toEqual([]);
  });

  it('costs no process where a part lies outside of the image', async () => {
    const kills = countKills();
    await rendered(
      box(full, box({ position: 'absolute', left: 290, top: 20, width: 50, height: 50, border: '4px dashed' })),
    );
    expect(kills()).toBe(0);
  });

  it.each([
    ['a text outside of the image', box(full, box({ position: 'absolute', left: 400 }, 'hello'))],
    ['a box larger than the image', box(full, box({ width: 400, height: 300, borderRadius: 50 }))],
    [
      'a svg that uses itself',
      box(full, h('svg', { width: 90, height: 90 }, h('g', { id: 'a' }, h('use', { href: '#a' })))),
    ],
    [
      'values nobody understands',
      box({ ...full, width: 'abc', color: 'nope', background: 'linear-gradient(', transform: 'foo(1)' }, 'x'),
    ],
    ['names of JavaScript', box({ constructor: 'x', toString: 1 }, 'constructor __proto__')],
  ])('survives %s', async (_what, tree) => {
    const { bytes } = await rendered(tree);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 300, height: 200 });
  });

  it.each([
    ['a word too long', box({}, 'a'.repeat(treeLimits.wordCharacters + 1))],
    [
      'elements nested too deep',
      Array.from({ length: treeLimits.depth }).reduce<VElement>(
        (inner) => box({ display: 'flex' }, inner),
        box({}, 'x'),
      ),
    ],
  ])('answers RENDER_ERROR to %s, and renders the next tree', async (_what, tree) => {
    const failure = await rendered(tree).catch((error: unknown) => error);
    const next = await rendered(good);
    expect(failure).toSatisfy(isServiceError);
    expect(failure).toMatchObject({ code: 'RENDER_ERROR', cause: expect.any(Error) });
    expect(await colourAt(next.bytes)).toEqual([255, 0, 0, 255]);
  });

  it('kills a rendering that takes too long, and the ones beside it never notice', async () => {
    const kills = countKills();
    const budget = cpuBudget(10_000, { renderMs: 20 });

    const [failure, ...others] = await Promise.all([
      render(slow, { budget }).catch((error: unknown) => error),
      ...Array.from({ length: 6 }, () => rendered(good)),
    ]);

    expect(failure).toMatchObject({ code: 'RENDER_ERROR', cause: { how: 'processor' } });
    expect(kills()).toBe(1);
    for (const { bytes } of others) expect(await colourAt(bytes)).toEqual([255, 0, 0, 255]);
  });

  it('kills a rendering that takes too much memory, and renders the next tree', async () => {
    const budget = cpuBudget(10_000, { renderBytes: 32 << 20 });
    const failure = await render(slow, { budget }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'RENDER_ERROR', cause: { how: 'memory' } });
    expect(await colourAt((await rendered(good)).bytes)).toEqual([255, 0, 0, 255]);
  });
});
