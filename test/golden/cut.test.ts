import { Resvg } from '@resvg/resvg-js';
import { describe, expect, it } from 'vitest';
import { paint } from '../../lambdas/core/engines/satori/raster/paint.ts';
import { cutDocument } from '../../lambdas/core/engines/satori/raster/pieces.ts';
import { rasteriseWithResvg } from '../../lambdas/core/engines/satori/raster/rasterise.ts';
import { templateCache } from '../../lambdas/core/engines/satori/raster/template-cache.ts';
import { outputSize } from '../../lambdas/core/picture/render-options.ts';
import { writeXml } from '../../lambdas/core/picture/svg/xml.ts';
import type { VElement } from '../../lambdas/core/vnode/vnode.ts';
import { everyNth } from '../support/effort.ts';
import { layOut } from '../support/layout.ts';
import { type GoldenCase, optionsOf } from './case.ts';
import { goldenCases } from './cases/index.ts';

const layOutAndCut = async (golden: GoldenCase, tree = golden.tree) => {
  const options = optionsOf(golden);
  const size = outputSize(options);
  const layout = await layOut({ tree, images: golden.images ?? {}, ...options });
  const draw = async (svg: string) =>
    new Resvg(await layout.fill(svg), { font: { loadSystemFonts: false } }).render().pixels;
  return { layout, size, draw, cut: cutDocument(layout.document, size.width, size.height) };
};
type Cut = NonNullable<ReturnType<typeof cutDocument>>;
const cutOf = ({ cut }: { readonly cut: Cut | undefined }): Cut => cut ?? expect.fail('It was not cut.');

/** Cases that cannot be cut into pieces; the last test finds out that there are no others. */
const uncut = ['stacking'];
/** Of each theme some, as its cases stand one after the other. */
const tried = everyNth(
  goldenCases.filter(({ name }) => !uncut.includes(name)),
  3,
);

const known = new Map<GoldenCase, ReturnType<typeof layOutAndCut>>();
/** Each case is laid out once for all tests: what is drawn of a layout does not change it. */
const laidOut = (golden: GoldenCase) => {
  const layout = known.get(golden) ?? layOutAndCut(golden);
  known.set(golden, layout);
  return layout;
};

/** The same tree with every digit and every `e` of its texts changed, so that some pieces move and others stay. */
const varied = (tree: VElement): VElement => ({
  ...tree,
  children: tree.children.map((child) =>
    typeof child === 'string' ? child.replaceAll('e', 'o').replace(/\d/g, '8') : varied(child),
  ),
});

const differences = (one: Uint8Array, other: Uint8Array) => {
  const counts = [0, 0, 0];
  for (let at = 0; at < one.length; at += 1) {
    const difference = Math.abs((one[at] as number) - (other[at] as number));
    counts[Math.min(2, difference)] = (counts[Math.min(2, difference)] as number) + 1;
    if (difference > 2) return { most: difference, beyondOne: Number.POSITIVE_INFINITY };
  }
  return { most: counts[2] ? 2 : counts[1] ? 1 : 0, beyondOne: (counts[2] as number) / one.length };
};

const bytesOf = (words: Uint32Array) => new Uint8Array(words.buffer, words.byteOffset, words.byteLength);

/** Memory that held another picture before. */
const usedWords = (count: number) => new Uint32Array(count).fill(0x80_40_20_10);

describe('a picture drawn in pieces', () => {
  it.each(tried.map((golden) => [golden.name, golden] as const))(
    'is the one drawn at once: %s',
    async (_name, golden) => {
      const { layout, size, draw, ...rest } = await laidOut(golden);
      const atOnce = rasteriseWithResvg(await layout.fill(writeXml(layout.document)), Resvg, size.width);

      const { canvas } = await paint(cutOf(rest), 'any', {
        cache: templateCache(1),
        words: usedWords,
        rasterise: draw,
      });

      const { most, beyondOne } = differences(bytesOf(canvas.words), atOnce.data);
      // Where three smooth edges meet in one pixel, two roundings can add up.
      expect(most).toBeLessThanOrEqual(2);
      expect(beyondOne).toBeLessThan(0.0001);
    },
  );

  it.each(tried.map((golden) => [golden.name, golden] as const))(
    'is the same to the last bit, whatever was drawn before: %s',
    async (_name, golden) => {
      const { draw, ...rest } = await laidOut(golden);
      const cut = cutOf(rest);
      const other = await layOutAndCut(golden, varied(golden.tree));
      const otherCut = cutOf(other);
      const alone = await paint(cut, 'any', { cache: templateCache(1), words: usedWords, rasterise: draw });
      const parts = { cache: templateCache(1 << 28), words: usedWords, rasterise: draw };

      for (let n = 0; n < 2; n += 1) await paint(otherCut, 'any', { ...parts, rasterise: other.draw });
      const first = await paint(cut, 'any', parts);
      const second = await paint(cut, 'any', parts);

      expect(Buffer.compare(bytesOf(first.canvas.words), bytesOf(alone.canvas.words))).toBe(0);
      expect(Buffer.compare(bytesOf(second.canvas.words), bytesOf(alone.canvas.words))).toBe(0);
    },
  );

  it('is cut in most cases', async () => {
    const found: string[] = [];
    for (const golden of goldenCases) if (!(await laidOut(golden)).cut) found.push(golden.name);

    expect(found).toEqual(uncut);
  });
});
