import { limits } from 'image-url-contract/limits.ts';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createPaintingEncoder } from '#engine/rendering/encode/encode.ts';
import { createPreviewerEncoder, measureNoiseRatio } from '#engine/rendering/encode/previewer-encoder.ts';
import { getPainting, type Painting } from '#engine/rendering/pixels.ts';

/**
 * @promise Client classes: Every image fits the limit if lower quality can achieve it, including 4,096 x 4,096
 * @figure holds
 */

const encode = createPaintingEncoder(sharp);
const encodeForPreviewers = createPreviewerEncoder(sharp);
type Format = 'png' | 'jpeg' | 'webp';

const both = async (painting: Painting, format: Format, quality?: number) => {
  const bytes = await encode(painting, format, quality);
  return { minted: bytes, own: await encodeForPreviewers(() => painting, { bytes, format }, quality) };
};

const isSame = (one: Uint8Array | undefined, other: Uint8Array): boolean =>
  one !== undefined && Buffer.compare(one, other) === 0;

const paintingWith = (width: number, height: number, colourAt: (at: number) => number): Painting => {
  const words = new Uint32Array(width * height);
  for (let at = 0; at < words.length; at += 1) words[at] = colourAt(at);
  return getPainting({ data: Buffer.from(words.buffer), width, height });
};
const chance = (at: number): number => {
  const mixed = Math.imul(at ^ (at >>> 16), 0x45d9f3b);
  return Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b) >>> 8;
};
/** Half the alpha, and half of each colour: they come multiplied. */
const opaque = (colour: number) => (0xff000000 | colour) >>> 0;
const translucent = (colour: number) => (0x80000000 | ((colour >>> 1) & 0x7f7f7f)) >>> 0;
const flat = (alpha = opaque) => paintingWith(300, 200, (at) => alpha(chance(Math.floor(at / 5_000))));
/** 150 greys: too many for a WebP to keep them all. */
const shaded = () => paintingWith(300, 200, (at) => opaque(((at % 300) >> 1) * 0x010101));
const noisy = (alpha = opaque) => paintingWith(700, 500, (at) => alpha(chance(at)));

const rgb = (bytes: Uint8Array) => sharp(bytes).flatten({ background: '#fff' }).ensureAlpha().raw().toBuffer();

describe('an image for link previewers', () => {
  it.each<Format>(['png', 'jpeg'])('is what was minted where that suits them: %s', async (format) => {
    expect((await both(flat(), format)).own).toBeUndefined();
    expect((await both(flat(translucent), format)).own).toBeUndefined();
  });

  it('is a JPEG where a WebP is opaque, with the same pixels', async () => {
    const { minted, own } = await both(shaded(), 'webp', 90);
    expect(own?.format).toBe('jpeg');
    expect(isSame(own?.bytes, await encode(shaded(), 'jpeg', 90))).toBe(true);
    expect(measureNoiseRatio(await rgb(minted), await rgb(own?.bytes ?? minted))).toBeGreaterThan(30);
  });

  it('is no worse a JPEG than quality 80, because a WebP needs less', async () => {
    const { own } = await both(flat(), 'webp', 5);
    expect(isSame(own?.bytes, await encode(flat(), 'jpeg', 80))).toBe(true);
  });

  it('is a PNG with every pixel where a WebP is not opaque', async () => {
    const { own } = await both(flat(translucent), 'webp');
    expect(own?.format).toBe('png');
    const rendered = await encode(flat(translucent), 'png', undefined);
    expect(measureNoiseRatio(await rgb(rendered), await rgb(own?.bytes ?? Buffer.of()))).toBe(Number.POSITIVE_INFINITY);
  });

  it.each<[Format, number | undefined]>([
    ['webp', 100],
    ['png', undefined],
    ['jpeg', 100],
  ])('is made smaller until it fits: %s', async (format, quality) => {
    const { minted, own } = await both(noisy(), format, quality);
    expect(minted.length).toBeGreaterThan(limits.previewerBytes);
    expect(own?.format).toBe('jpeg');
    expect(own?.bytes.length).toBeLessThanOrEqual(limits.previewerBytes);
    // as good as can be: well over half of what it may take
    expect(own?.bytes.length).toBeGreaterThan(limits.previewerBytes * 0.6);
  });

  it('fits with the most pixels there are, where only the lowest quality does', async () => {
    const square = (px: number) => Math.floor(px / 20);
    const largest = paintingWith(4096, 4096, (at) => opaque(chance(square(at >>> 12) * 256 + square(at & 4095))));
    const { own } = await both(largest, 'jpeg', 100);
    expect((await encode(largest, 'jpeg', 5)).length).toBeGreaterThan(limits.previewerBytes);
    expect(own?.bytes.length).toBeLessThanOrEqual(limits.previewerBytes);
  });

  it('is made of 256 colours where it is not opaque and they come near enough', async () => {
    // of sixty-four colours at random places: too large with every pixel, and all there in a palette
    const colours = paintingWith(700, 500, (at) => translucent((chance(at) & 63) * 0x030201));
    const { minted, own } = await both(colours, 'png');
    expect(minted.length).toBeGreaterThan(limits.previewerBytes);
    expect(own?.bytes.length).toBeLessThanOrEqual(limits.previewerBytes);
    expect(measureNoiseRatio(await rgb(minted), await rgb(own?.bytes ?? Buffer.of()))).toBeGreaterThan(30);
  });

  it('stays as it was minted where nothing smaller shows the same', async () => {
    const { minted, own } = await both(noisy(translucent), 'png');
    expect([own?.format, isSame(own?.bytes, minted)]).toEqual(['png', true]);
  });

  it('stays a PNG where no JPEG is that long', async () => {
    const long = paintingWith(limits.longestSidePx.jpeg + 1, 5, (at) => opaque(chance(at)));
    const { minted, own } = await both(long, 'png');
    expect(minted.length).toBeGreaterThan(limits.previewerBytes);
    expect([own?.format, isSame(own?.bytes, minted)]).toEqual(['png', true]);
  });
});

it('noiseRatio weighs colours as they are seen', () => {
  const at = (red: number, alpha: number) => Uint8Array.of(red, 0, 0, alpha);
  expect(measureNoiseRatio(at(10, 255), at(10, 255))).toBe(Number.POSITIVE_INFINITY);
  expect(measureNoiseRatio(at(10, 0), at(200, 0))).toBe(Number.POSITIVE_INFINITY);
  expect(measureNoiseRatio(at(0, 255), at(255, 255))).toBeCloseTo(10 * Math.log10(4));
  expect(measureNoiseRatio(at(0, 255), at(0, 0))).toBeCloseTo(10 * Math.log10(4));
});
