import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { closeRenderWorkers, render } from '#engine/isolation/render/render.ts';
import type { VElement } from '#engine/vnode/vnode.ts';
import { isServiceError } from '../../../lambdas/contract/errors.ts';
import { box, h } from '../golden/element.ts';
import { countKills } from './count-kills.ts';

const options = { width: 300, height: 200, format: 'png', devicePixelRatio: 1 } as const;
const rendered = (tree: VElement, more: Partial<Parameters<typeof render>[0]> = {}) =>
  render({ tree, options, images: {}, ...more });
const full = { width: '100%', height: '100%', display: 'flex' };
const good = box({ ...full, background: '#ff0000' });
const colourAt = async (bytes: Uint8Array, x = 150, y = 100) => {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)];
};

describe('render', () => {
  afterAll(closeRenderWorkers);

  it('renders a tree, and says how long each stage took', async () => {
    const { bytes, timings, failedImages } = await rendered(good);
    expect(await colourAt(bytes)).toEqual([255, 0, 0, 255]);
    expect(timings).toEqual({ layout: expect.any(Number), raster: expect.any(Number), encode: expect.any(Number) });
    expect(failedImages).toEqual([]);
  });

  it.each([
    [
      'a wide border beyond the edge, dashed',
      box(
        full,
        box({ position: 'absolute', left: -1200, top: -900, width: 2500, height: 2500, border: '1000px dashed' }),
      ),
    ],
    [
      'a vector image with a faded part, far wider than the image',
      box(
        full,
        h('img', {
          src: "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='4' height='9' opacity='.5'/></svg>",
          width: 20_000,
          height: 500,
          style: { position: 'absolute', left: -19_900 },
        }),
      ),
    ],
  ])('costs no process where layers reach far: %s', async (_what, tree) => {
    const kills = countKills();
    await rendered(tree);
    expect(kills()).toBe(0);
  });

  it.each([
    ['text beyond the edge, with opacity', box(full, box({ position: 'absolute', left: 4500, opacity: 0.5 }, 'hello'))],
    ['a shadow larger than any image', box(full, box({ width: 300, height: 200, boxShadow: '0 0 5000px 3000px red' }))],
    [
      'a box of ten million pixels',
      box(full, box({ width: 1e7, height: 1e7, borderRadius: 5000, boxShadow: '0 0 5000px blue' })),
    ],
    [
      'endless turbulence',
      box(
        full,
        h(
          'svg',
          { width: 90, height: 90 },
          h('filter', { id: 'f' }, h('feTurbulence', { baseFrequency: 0.05, numOctaves: 1e6 })),
          h('rect', { width: 90, height: 90, filter: 'url(#f)' }),
        ),
      ),
    ],
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
    ['a word without end', box({}, 'a'.repeat(100_000))],
    [
      'nesting without end',
      Array.from({ length: 500 }).reduce<VElement>((inner) => box({ display: 'flex' }, inner), box({}, 'x')),
    ],
  ])('answers RENDER_ERROR to %s, and renders the next tree', async (_what, tree) => {
    const failure = await rendered(tree).catch((error: unknown) => error);
    const next = await rendered(good);
    expect(failure).toSatisfy(isServiceError);
    expect(failure).toMatchObject({ code: 'RENDER_ERROR', cause: expect.any(Error) });
    expect(await colourAt(next.bytes)).toEqual([255, 0, 0, 255]);
  });

  it('kills a rendering that does not end, and the ones beside it never notice', async () => {
    const endless = box({ width: 1200, height: 630, boxShadow: Array(300).fill('0 0 500px red').join(',') });
    const size = { ...options, width: 1200, height: 630 };

    const [failure, ...others] = await Promise.all([
      rendered(endless, { options: size }).catch((error: unknown) => error),
      ...Array.from({ length: 6 }, () => rendered(good)),
    ]);

    expect(failure).toMatchObject({ code: 'RENDER_ERROR' });
    for (const { bytes } of others) expect(await colourAt(bytes)).toEqual([255, 0, 0, 255]);
  });
});
