import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { paintOver } from '../../../../lambdas/core/engines/satori/raster/canvas.ts';
import { checksumOf, checksumOfAll } from '../../../../lambdas/core/picture/encode/adler.ts';
import { paintingEncoder } from '../../../../lambdas/core/picture/encode/encode.ts';
import { divideByAlpha, packRgb } from '../../../../lambdas/core/picture/encode/pack.ts';
import { opaquePngWriter } from '../../../../lambdas/core/picture/encode/png.ts';
import { type Painting, reusedWords } from '../../../../lambdas/core/picture/pixels.ts';

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

const writeOpaquePng = opaquePngWriter();

describe('opaquePngWriter', () => {
  it.each([
    ['a few colours', 50, 200, 10, 'flat'],
    ['as many colours as fit into a byte', 50, 200, 256, 'busy'],
    ['a few colours, in several strips', 500, 600, 100, 'flat'],
    ['the same again in each of several strips', 499, 600, 100, 'busy'],
    ['one colour more', 50, 200, 257, 'flat'],
    ['flat', 50, 200, 1_000, 'flat'],
    ['mixed', 100, 200, 9_000, 'mixed'],
    ['busy', 50, 200, 9_000, 'busy'],
    ['one pixel', 1, 1, 1, 'flat'],
    ['one strip and a row', 7, 65, 400, 'busy'],
  ] as const)('holds every pixel: %s', async (_what, width, height, colours, kind) => {
    const words = opaqueWords(width, height, colours, kind);

    const bytes = await writeOpaquePng(painting(words, width));

    const { data, info } = await sharp(bytes, { failOn: 'warning' }).raw().toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width, height, channels: 3 });
    expect(Buffer.compare(data, packRgb(words, reusedWords()))).toBe(0);
  });

  it('takes differences where little repeats', async () => {
    const shades = Uint32Array.from({ length: 200 * 64 }, (_, at) => 0xff000000 | (((at % 200) + at / 200) * 0x010101));
    const noise = shades.map((word, at) => word ^ (Math.imul(at, 0x9e3779b1) >>> 29));
    const dense = await writeOpaquePng(painting(noise, 200));

    expect(dense.length).toBeLessThan((noise.byteLength * 3) / 4 / 2);
  });

  it('is the same file when strips were kept', async () => {
    const background = {};
    const bars = opaqueWords(300, 1, 300, 'busy');
    // the end of the first strip, which the second points into, is another each time
    for (const colour of [0xff123456, undefined, 0xff654321]) {
      const words = Uint32Array.from({ length: 300 * 200 }, (_, at) => bars[at % 300] as number);
      if (colour !== undefined) words.fill(colour, 40 * 300, 64 * 300);
      const unchanged = { background, except: [{ left: 0, top: 40, right: 300, bottom: 64 }] };

      const bytes = await writeOpaquePng(painting(words, 300, { unchanged }));

      expect(Buffer.compare(bytes, await writeOpaquePng(painting(words, 300)))).toBe(0);
    }
  });

  it('takes one byte a pixel for a few colours', async () => {
    const [few, many] = [256, 257].map((colours) => painting(opaqueWords(257, 64, colours, 'busy'), 257));

    const kinds = await Promise.all([few, many].map(async (one) => (await writeOpaquePng(one as Painting)).at(25)));

    expect(kinds).toEqual([3, 2]);
  });
});

describe('checksumOfAll', () => {
  it('is that of the bytes in one piece', () => {
    // long enough for both sums to go round, at the highest values
    const long = new Uint8Array(200_000).fill(255);
    const pieces = fc.array(
      fc.oneof(
        fc.uint8Array(),
        fc.nat(long.length).map((end) => long.subarray(0, end)),
      ),
    );
    fc.assert(
      fc.property(pieces, (runs) => {
        const whole = deflateSync(Buffer.concat(runs));
        expect(checksumOfAll(runs.map(checksumOf))).toBe(whole.readUInt32BE(whole.length - 4));
      }),
    );
  });
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
  it('hands out the same memory again, but for pictures so large that it would be missed', () => {
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

describe('paintOver', () => {
  const box = { left: 0, top: 0, right: 1, bottom: 1 };
  const channel = fc.integer({ min: 0, max: 255 });
  const pixel = fc.tuple(channel, channel, channel, channel).map(([r, g, b, a]) => {
    const multiplied = [r, g, b].map((value) => Math.round((value * a) / 255));
    return [...multiplied, a] as [number, number, number, number];
  });
  const wordOf = ([r, g, b, a]: readonly number[]) =>
    (((a as number) << 24) | ((b as number) << 16) | ((g as number) << 8) | (r as number)) >>> 0;

  it.each(['up', 'nearest'] as const)('is one over the other, within one: %s', (rounding) => {
    fc.assert(
      fc.property(pixel, pixel, (above, below) => {
        const words = Uint32Array.of(wordOf(below));

        paintOver({ words, width: 1, height: 1 }, { words: Uint32Array.of(wordOf(above)), box }, box, rounding);

        const found = [...Buffer.from(words.buffer)];
        for (const [at, value] of above.entries()) {
          const exact = value + ((below[at] as number) * (255 - (above[3] as number))) / 255;
          expect(Math.abs((found[at] as number) - exact)).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});
