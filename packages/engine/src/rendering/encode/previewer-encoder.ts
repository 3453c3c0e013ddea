import type Sharp from 'sharp';
import { suitsPreviewers } from '../../client-classes.ts';
import { limits } from '../../limits.ts';
import type { Painting } from '../pixels.ts';
import type { EncodedImage } from '../rendered-image.ts';
import { defaultQuality, flattenOnWhite, getEncoderQuality, openRawImage, type RawImage, toJpeg } from './encode.ts';

/** JPEG qualities to try. */
const qualities = [1, 5, 10, 20, 30, 40, 50, 60, 70, 75, 80, 85, 90, 95];
/** Maximum number of pixels of a recompressed PNG: it takes up to a second of processor time. */
const maxRecompressedPixels = 1_500_000;
/** Minimum similarity to the rendered image, in decibels: that of a JPEG of quality 40. */
const minRatio = 30;

const fits = ({ length }: Uint8Array): boolean => length <= limits.previewerBytes;

/** Returns the JPEG with the highest quality below a limit that fits, or the smallest one if none fits. */
const smallerJpeg = async (image: RawImage, below: number): Promise<Uint8Array> => {
  const lower = qualities.filter((quality) => quality < below);
  const jpeg = (quality = 1, optimiseCoding = false) => toJpeg(image.clone(), quality, optimiseCoding).toBuffer();
  let [fitting, tooLarge] = [0, lower.length];
  while (tooLarge - fitting > 1) {
    const middle = (fitting + tooLarge) >> 1;
    if (fits(await jpeg(lower[middle]))) fitting = middle;
    else tooLarge = middle;
  }
  // Optimised coding makes the final JPEG smaller than the one that was measured.
  return jpeg(lower[fitting], true);
};

/** Returns a lossless PNG, or one with 256 colours that is as similar as a JPEG; undefined if neither fits. */
const smallerPng = async (sharp: typeof Sharp, data: Buffer, image: RawImage): Promise<Uint8Array | undefined> => {
  const whole = await image.clone().png({ compressionLevel: 6, adaptiveFiltering: true }).toBuffer();
  if (fits(whole)) return whole;
  const fewer = await image.clone().png({ palette: true, colours: 256, dither: 0, effort: 1 }).toBuffer();
  if (!fits(fewer)) return undefined;
  const shown = await sharp(fewer).ensureAlpha().raw().toBuffer();
  return measureNoiseRatio(data, shown) >= minRatio ? fewer : undefined;
};

/**
 * Returns a function that encodes images for link previewers (docs/client-classes.md). The same image gives the same bytes.
 *
 * It returns undefined if the minted image is suitable, and otherwise the smallest image it can make. It renders the
 * image only in that case.
 */
export const createPreviewerEncoder = (sharp: typeof Sharp) => {
  const asJpeg = async (painting: Painting, { format }: EncodedImage, quality: number | undefined) => {
    const flat = flattenOnWhite(openRawImage(sharp, painting).image, painting.isOpaque);
    if (format === 'jpeg') return smallerJpeg(flat, getEncoderQuality(quality));
    const first = Math.max(getEncoderQuality(quality), defaultQuality);
    const jpeg = await toJpeg(flat.clone(), first).toBuffer();
    return fits(jpeg) ? jpeg : smallerJpeg(flat, first);
  };

  const asPng = async (painting: Painting, { format, bytes }: EncodedImage) => {
    const { data, image } = openRawImage(sharp, painting);
    const { width, height } = painting;
    const png = format === 'png' ? bytes : await image.clone().png({ compressionLevel: 6 }).toBuffer();
    if (fits(png) || painting.isOpaque || width * height > maxRecompressedPixels) return png;
    return (await smallerPng(sharp, data, image)) ?? png;
  };

  return async (
    paint: () => Painting | Promise<Painting>,
    minted: EncodedImage,
    quality: number | undefined,
  ): Promise<EncodedImage | undefined> => {
    if (suitsPreviewers(minted)) return undefined;
    const painting = await paint();
    const { width, height } = painting;
    const mayBeJpeg = painting.isOpaque && Math.max(width, height) <= limits.longestSidePx.jpeg;
    return minted.format === 'jpeg' || mayBeJpeg
      ? { format: 'jpeg', bytes: await asJpeg(painting, minted, quality) }
      : { format: 'png', bytes: await asPng(painting, minted) };
  };
};

/**
 * Returns the peak signal-to-noise ratio of two images of the same size, in decibels; infinite if they are equal.
 * Colours are weighted by alpha.
 *
 * @param rendered straight RGBA, four bytes a pixel, like `shown`.
 */
export const measureNoiseRatio = (rendered: Uint8Array, shown: Uint8Array): number => {
  let squares = 0;
  for (let at = 0; at < rendered.length; at += 4) {
    const [one, other] = [rendered[at + 3] as number, shown[at + 3] as number];
    squares += (one - other) ** 2;
    for (let channel = at; channel < at + 3; channel += 1)
      squares += (((rendered[channel] as number) * one - (shown[channel] as number) * other) / 255) ** 2;
  }
  return 10 * Math.log10((255 ** 2 * rendered.length) / squares);
};
