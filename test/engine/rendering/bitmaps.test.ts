import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { getImageKind } from '#engine/image-bytes.ts';
import { createBitmapRecoder, insideVector, openBitmap } from '#engine/rendering/images/bitmaps.ts';
import { createProfile, getCodedColours } from '#engine/rendering/images/colour-profile.ts';
import { type PngChunk, toProfileChunk, writePng } from '#engine/rendering/images/png-chunks.ts';

/** Channels of one colour, 0 to 255. */
type Colour = readonly number[];
const red: Colour = [220, 40, 40];
const green: Colour = [40, 160, 60];
const size = 8;

const numbers = (bytes: 1 | 2 | 4, ...values: readonly number[]): Buffer => {
  const buffer = Buffer.alloc(bytes * values.length);
  for (const [at, value] of values.entries()) buffer.writeUIntBE(value, at * bytes, bytes);
  return buffer;
};
const chunk = (type: string, ...parts: readonly Buffer[]) => ({ type, data: Buffer.concat(parts) });
const header = (type: number, depth: number) => chunk('IHDR', numbers(4, size, size), numbers(1, depth, type, 0, 0, 0));
const fill = (colour: Colour, depth = 8, [width, height] = [size, size]): Buffer => {
  const pixel = depth === 16 ? numbers(2, ...colour.map((value) => value * 257)) : numbers(1, ...colour);
  const row = Buffer.concat([Buffer.alloc(1), ...Array.from({ length: width }, () => pixel)]);
  return deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
};
type Chunks = readonly PngChunk[];
const png = (before: Chunks, { colour = red, type = 2, depth = 8, after = [] as Chunks } = {}) =>
  writePng([header(type, depth), ...before, chunk('IDAT', fill(colour, depth)), ...after, chunk('IEND')]);

const displayP3 = getCodedColours(12, 13);
if (!displayP3) throw new Error('no Display P3');
const p3 = toProfileChunk(createProfile(displayP3, false));
const gamma = (value: number) => chunk('gAMA', numbers(4, value * 100_000));
const points = [0.3127, 0.329, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06].map((point) => Math.round(point * 100_000));
const chromaticities = chunk('cHRM', numbers(4, ...points));
const coded = (...codes: readonly number[]) => chunk('cICP', numbers(1, ...codes));

const control = (width: number, height: number, left: number, top: number) =>
  chunk('fcTL', numbers(4, 0, width, height, left, top), numbers(2, 1, 1), numbers(1, 0, 0));
const frame = (colour: Colour, width: number, height: number) =>
  chunk('fdAT', numbers(4, 1), fill(colour, 8, [width, height]));
const animation = chunk('acTL', numbers(4, 1, 0));

/** A GIF of one colour; each pixel a code of its own. */
const gif = (canvas: readonly number[], [left = 0, top = 0, width = 0, height = 0]: readonly number[]) => {
  const short = (...values: readonly number[]) => values.flatMap((value) => [value & 255, value >> 8]);
  const codes = [...Array.from({ length: width * height }, () => [4, 0]).flat(), 5];
  const bits = codes.map((code) => code.toString(2).padStart(3, '0').split('').toReversed().join('')).join('');
  const data = (bits.match(/.{1,8}/g) ?? []).map((eight) => Number.parseInt(eight.split('').toReversed().join(''), 2));
  const blocks = Array.from({ length: Math.ceil(data.length / 255) }, (_, at) => data.slice(at * 255, at * 255 + 255));
  return Buffer.concat([
    Buffer.from('GIF89a'),
    Buffer.from([...short(...canvas), 0x80, 0, 0, ...red, 0, 0, 0]),
    Buffer.from([0x2c, ...short(left, top, width, height), 0, 2]),
    ...blocks.map((block) => Buffer.from([block.length, ...block])),
    Buffer.from([0, 0x3b]),
  ]);
};

const avif = (base64: string) => Buffer.from(base64, 'base64');
const displayP3Avif = avif(
  'AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUEAAADybWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAGxpYmF2aWYAAAAADnBpdG0AAAAAAAEAAAAeaWxvYwAAAABEAAABAAEAAAABAAABGgAAACIAAAAoaWluZgAAAAAAAQAAABppbmZlAgAAAAABAABhdjAxQ29sb3IAAAAAamlwcnAAAABLaXBjbwAAABRpc3BlAAAAAAAAABAAAAAQAAAAEHBpeGkAAAAAAwgICAAAAAxhdjFDgSAAAAAAABNjb2xybmNseAAMAA0AAIAAAAAXaXBtYQAAAAAAAAABAAEEAQKDBAAAACptZGF0EgAKCDgM//lDA0AkMhQQAAAAFLm4BVXTRRdAR0So5OnjMQ==',
);
const premultipliedAvif = avif(
  'AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUEAAAGbbWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAGxpYmF2aWYAAAAADnBpdG0AAAAAAAEAAAAsaWxvYwAAAABEAAACAAEAAAABAAAB0QAAACIAAgAAAAEAAAHDAAAADgAAAEJpaW5mAAAAAAACAAAAGmluZmUCAAAAAAEAAGF2MDFDb2xvcgAAAAAaaW5mZQIAAAAAAgAAYXYwMUFscGhhAAAAAChpcmVmAAAAAAAAAA5wcmVtAAEAAQACAAAADmF1eGwAAgABAAEAAADDaXBycAAAAJ1pcGNvAAAAFGlzcGUAAAAAAAAAEAAAABAAAAAQcGl4aQAAAAADCAgIAAAADGF2MUOBIAAAAAAAE2NvbHJuY2x4AAEADQAAgAAAAA5waXhpAAAAAAEIAAAADGF2MUOBABwAAAAAOGF1eEMAAAAAdXJuOm1wZWc6bXBlZ0I6Y2ljcDpzeXN0ZW1zOmF1eGlsaWFyeTphbHBoYQAAAAAeaXBtYQAAAAAAAAACAAEEAQKDBAACBAEFhgcAAAA4bWRhdBIACgUYDP/5VDIDEAATEgAKCDgM//lAQ0AIMhQQAAAAFLm4YxrTRRdlKISo68YpgA==',
);

/** A red in inks. */
const cmyk = async (settings: { readonly hasProfile: boolean }) => {
  const image = sharp({ create: { width: size, height: size, channels: 3, background: '#dc2828' } });
  const inks = settings.hasProfile ? image.withIccProfile('cmyk') : image.toColourspace('cmyk');
  return inks.jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer();
};

const recode = createBitmapRecoder();
const show = async (bytes: Buffer) => {
  const bitmap = await openBitmap(sharp, getImageKind(bytes) ?? 'png', bytes);
  const { data, info } = await sharp(await recode(bitmap, insideVector))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([bitmap.width, bitmap.height]);
  return { ...info, at: (x: number, y: number) => [...data.subarray((y * info.width + x) * 4).subarray(0, 4)] };
};
/** Returns the largest difference of a channel in the middle of an image. */
const getDifference = async (bytes: Buffer, expected: Colour) => {
  const { at, width, height } = await show(bytes);
  return Math.max(...at(width >> 1, height >> 1).map((value, channel) => Math.abs(value - (expected[channel] ?? 255))));
};

describe('colours are those of Chromium 150', () => {
  it.each([
    ['8 bits, Display P3', png([p3]), [240, 0, 21]],
    ['16 bits, Display P3', png([p3], { depth: 16 }), [240, 0, 21]],
    ['16 bits with alpha, Display P3', png([p3], { depth: 16, type: 6, colour: [...red, 128] }), [240, 0, 21, 128]],
    ['linear gamma', png([gamma(1)]), [239, 110, 110]],
    ['grey, linear gamma', png([gamma(1)], { type: 0, colour: [64] }), [137, 137, 137]],
    ['16 bits grey, linear gamma', png([gamma(1)], { type: 0, depth: 16, colour: [64] }), [137, 137, 137]],
    ['gamma of sRGB', png([gamma(0.45455)]), red],
    ['gamma and chromaticities', png([gamma(0.45455), chromaticities]), [241, 0, 12]],
    ['chromaticities alone', png([chromaticities]), red],
    ['a gamma beside sRGB', png([chunk('sRGB', Buffer.alloc(1)), gamma(1)]), red],
    ['a gamma beside a profile', png([p3, gamma(1)]), [240, 0, 21]],
    ['code points of Display P3', png([coded(12, 13, 0, 1)]), [240, 0, 21]],
    ['code points before a profile', png([coded(1, 13, 0, 1), p3]), red],
    ['code points of BT.2020', png([coded(9, 13, 0, 1)]), [255, 0, 24]],
    ['code points of YCbCr', png([coded(12, 13, 1, 1)]), red],
    ['unknown code points', png([coded(99, 99, 0, 1)]), red],
    ['AVIF, code points of Display P3', displayP3Avif, [240, 0, 21]],
  ])('%s', async (_name, bytes, expected) => {
    expect(await getDifference(bytes, expected)).toBeLessThanOrEqual(3);
  });

  it('inks without a profile become light by the plain formula', async () => {
    const inks = await cmyk({ hasProfile: false });
    const { data } = await sharp(inks)
      .pipelineColourspace('cmyk')
      .toColourspace('cmyk')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const [cyan = 0, magenta = 0, yellow = 0, black = 0] = data;
    const expected = [cyan, magenta, yellow].map((ink) => ((255 - ink) * (255 - black)) / 255);

    expect(await getDifference(inks, expected)).toBeLessThanOrEqual(2);
  });

  it('inks with a profile are converted by it', async () => {
    expect(await getDifference(await cmyk({ hasProfile: true }), [213, 53, 52])).toBeLessThanOrEqual(6);
  });

  it('premultiplied alpha is divided', async () => {
    expect(await getDifference(premultipliedAvif, [...red, 128])).toBeLessThanOrEqual(3);
  });
});

describe('what is around a frame is transparent', () => {
  it.each([
    ['a GIF', gif([12, 10], [2, 3, 6, 4]), [12, 10]],
    ['a GIF beyond its canvas', gif([6, 5], [2, 3, 6, 4]), [8, 7]],
    ['an APNG', png([animation], { colour: green, after: [control(5, 4, 2, 3), frame(red, 5, 4)] }), [8, 8]],
  ])('%s', async (_name, bytes, [width, height]) => {
    const shown = await show(bytes);

    expect([shown.width, shown.height]).toEqual([width, height]);
    expect([shown.at(0, 0), shown.at(2, 3)]).toEqual([
      [0, 0, 0, 0],
      [...red, 255],
    ]);
  });

  it('an image that is the first frame of its animation stays', async () => {
    const bytes = png([animation, control(size, size, 0, 0)], { after: [frame(green, size, size)] });

    expect((await show(bytes)).at(4, 4)).toEqual([...red, 255]);
  });
});

it.each(['png', 'jpeg', 'webp'] as const)('orientation of %s', async (format) => {
  const bytes = await sharp({ create: { width: 12, height: 6, channels: 3, background: '#dc2828' } })
    .withExif({ IFD0: { Orientation: '6' } })
    .withMetadata({ orientation: 6 })
    [format]()
    .toBuffer();

  const { width, height } = await show(bytes);
  // browsers ignore that of a WebP
  expect([width, height]).toEqual(format === 'webp' ? [12, 6] : [6, 12]);
});

it.each([
  ['a PNG', png([gamma(1)])],
  ['an APNG', png([animation], { after: [control(5, 4, 2, 3), frame(green, 5, 4)] })],
  ['a GIF', gif([12, 10], [2, 3, 6, 4])],
  ['an AVIF', premultipliedAvif],
])('%s that ends anywhere is an image or none, and no other error', async (_name, bytes) => {
  for (let end = 12; end < bytes.length; end += 7) {
    const part = bytes.subarray(0, end);
    const bitmap = await openBitmap(sharp, getImageKind(part) ?? 'png', part).catch((error) => error);
    if (bitmap instanceof Error) expect(bitmap.name).toBe('UnreadableImage');
    else await recode(bitmap, insideVector).catch((error) => expect(error.name).toBe('UnreadableImage'));
  }
});

it.each([
  ['PQ', 16, 1],
  ['HLG', 18, 1],
  ['the curve of sRGB', 13, 0],
])('counts light beyond white as not rendered: %s', async (_title, transfer, count) => {
  const { unrendered } = await openBitmap(sharp, 'png', png([coded(9, transfer, 0, 1)]));

  expect(unrendered).toHaveLength(count);
});
