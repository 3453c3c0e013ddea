import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createPaintingEncoder } from '#engine/rendering/encode/encode.ts';
import type { Painting } from '#engine/rendering/pixels.ts';

const painting = (words: Uint32Array, width: number): Painting => ({
  data: Buffer.from(words.buffer),
  width,
  height: words.length / width,
  isOpaque: true,
});

/** Opaque pixels of so many colours: in runs, with no two beside each other the same, or both in turns of 50 pixels. */
const opaqueWords = (width: number, height: number, colours: number, kind: 'flat' | 'busy' | 'mixed' = 'flat') =>
  Uint32Array.from({ length: width * height }, (_, at) => {
    const isBusy = kind === 'busy' || (kind === 'mixed' && at % 100 < 50);
    const number = isBusy ? at % colours : Math.floor((at * colours) / (width * height));
    return (0xff000000 | (Math.imul(number + 1, 0x9e3779b1) & 0xffffff)) >>> 0;
  });

describe('a WebP of few colours', () => {
  const encode = createPaintingEncoder(sharp);
  const isExact = async (words: Uint32Array, quality?: number) => {
    const bytes = await encode(painting(words, 200), 'webp', quality);
    return (await sharp(bytes).ensureAlpha().raw().toBuffer()).equals(Buffer.from(words.buffer));
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

describe('a red line of one pixel on blue', () => {
  const size = 64;
  const line = Uint32Array.from({ length: size * size }, (_, at) => (at % size === 20 ? 0xff0000ff : 0xffff0000 | at));
  const isRed = async (format: 'jpeg' | 'webp', quality: number | undefined) => {
    const bytes = await createPaintingEncoder(sharp)(painting(line, size), format, quality);
    const data = await sharp(bytes).removeAlpha().raw().toBuffer();
    const [red = 0, , blue = 255] = data.subarray((size * 30 + 20) * 3);
    return red > 200 && blue < 60;
  };

  it.each([
    ['jpeg', undefined, true],
    ['jpeg', 79, false],
    ['jpeg', 80, true],
    ['jpeg', 90, true],
    ['jpeg', 100, true],
    ['webp', 99, false],
    ['webp', 100, true],
  ] as const)('keeps its colour: %s, %s', async (format, quality, expected) => {
    expect(await isRed(format, quality)).toBe(expected);
  });
});

it.each([
  ['webp', 0],
  ['webp', 0.4],
  ['webp', 99.9],
  ['jpeg', 0],
  ['jpeg', 80.5],
] as const)('paintingEncoder takes any quality from 0 to 100: %s, %s', async (format, quality) => {
  const bytes = await createPaintingEncoder(sharp)(painting(new Uint32Array(64).fill(0xff0000ff), 8), format, quality);
  expect((await sharp(bytes).metadata()).format).toBe(format);
});
