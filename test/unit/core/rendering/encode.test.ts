import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { paintingEncoder } from '../../../../lambdas/core/rendering/encode/encode.ts';
import { divideByAlpha, packRgb } from '../../../../lambdas/core/rendering/encode/pack.ts';
import { type Painting, reusedWords } from '../../../../lambdas/core/rendering/pixels.ts';
import { fc } from '../../../support/fast-check.ts';

const painting = (words: Uint32Array, width: number, rest: Partial<Painting> = {}): Painting => ({
  canvas: { words, width, height: words.length / width },
  isOpaque: true,
  ...rest,
});

/** Opaque pixels of so many colours: in runs, with no two beside each other the same, or both in turns of 50 pixels. */
const opaqueWords = (width: number, height: number, colours: number, kind: 'flat' | 'busy' | 'mixed' = 'flat') =>
  Uint32Array.from({ length: width * height }, (_, at) => {
    const isBusy = kind === 'busy' || (kind === 'mixed' && at % 100 < 50);
    const number = isBusy ? at % colours : Math.floor((at * colours) / (width * height));
    return (0xff000000 | (Math.imul(number + 1, 0x9e3779b1) & 0xffffff)) >>> 0;
  });

describe('a WebP of few colours', () => {
  const encode = paintingEncoder(sharp);
  const isExact = async (words: Uint32Array, quality?: number) => {
    const bytes = await encode(painting(words, 200), 'webp', quality);
    return (await sharp(bytes).removeAlpha().raw().toBuffer()).equals(packRgb(words, reusedWords()));
  };

  it.each([
    ['of a few colours', 128, 'flat', undefined, true],
    ['of a few colours, with a quality', 128, 'flat', 60, true],
    ['of a few colours, with a low quality', 128, 'flat', 59, false],
    ['of more colours', 129, 'flat', undefined, false],
    ['of a few colours, busy', 128, 'busy', undefined, false],
  ] as const)('keeps every pixel where that is smaller: %s', async (_what, colours, kind, quality, expected) => {
    expect(await isExact(opaqueWords(200, 200, colours, kind), quality)).toBe(expected);
  });
});

describe('paintingEncoder', () => {
  it.each(['png', 'webp', 'jpeg'] as const)('divides colours by alpha, or puts them on white: %s', async (format) => {
    // Half transparent red, as the rasteriser hands it over.
    const words = new Uint32Array(64).fill(0x80000080);

    const bytes = await paintingEncoder(sharp)(painting(words, 8, { isOpaque: false }), format, 100);

    const { data } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    const expected = format === 'jpeg' ? [255, 127, 127, 255] : [255, 0, 0, 128];
    for (const [channel, value] of expected.entries()) {
      expect(Math.abs((data[channel] as number) - value)).toBeLessThanOrEqual(3);
    }
  });

  it.each([
    ['webp', 0],
    ['webp', 0.4],
    ['webp', 99.9],
    ['jpeg', 0],
    ['jpeg', 80.5],
  ] as const)('takes any quality from 0 to 100: %s, %s', async (format, quality) => {
    const bytes = await paintingEncoder(sharp)(painting(new Uint32Array(64).fill(0xff0000ff), 8), format, quality);

    expect((await sharp(bytes).metadata()).format).toBe(format);
  });
});

describe('reusedWords', () => {
  it('hands out the same memory again, but for images so large that it would be missed', () => {
    const words = reusedWords();

    expect(words(10).buffer).toBe(words(9).buffer);
    expect(words(9)).toHaveLength(9);
    expect(words(5_000_000).buffer).not.toBe(words(5_000_000).buffer);
  });
});

describe('packRgb', () => {
  it('drops every fourth byte', () => {
    fc.assert(
      fc.property(fc.uint32Array({ maxLength: 40 }), (words) => {
        const bytes = Buffer.from(words.slice().buffer);
        expect([...packRgb(words, reusedWords())]).toEqual([...bytes].filter((_, at) => at % 4 !== 3));
      }),
    );
  });
});

describe('divideByAlpha', () => {
  it('is undone by multiplying', () => {
    const words = Uint32Array.of(0x80402010, 0xff010203, 0);

    expect([...divideByAlpha(words, reusedWords())]).toEqual([32, 64, 128, 128, 3, 2, 1, 255, 0, 0, 0, 0]);
  });
});
