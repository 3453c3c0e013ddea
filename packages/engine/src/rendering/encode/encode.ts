import type Sharp from 'sharp';
import type { ImageFormat } from '../../image-formats.ts';
import { divideByAlpha, getWords, type Painting } from '../pixels.ts';

export const defaultQuality = 80;

/** Returns straight (not premultiplied) pixels, and the same as a sharp image. */
export const openRawImage = (sharp: typeof Sharp, { width, height, isOpaque, ...pixels }: Painting) => {
  const data = isOpaque ? pixels.data : divideByAlpha(pixels.data);
  const image = sharp(data, { raw: { width, height, channels: 4 }, limitInputPixels: false });
  return { data, image: isOpaque ? image.removeAlpha() : image };
};

/** Returns a quality that JPEG and WebP encoders accept: an integer from 1. */
export const getEncoderQuality = (quality = defaultQuality): number => Math.max(1, Math.round(quality));

export type RawImage = ReturnType<typeof openRawImage>['image'];

/** Replaces transparency with white, for JPEG. */
export const flattenOnWhite = (image: RawImage, isOpaque: boolean): RawImage =>
  isOpaque ? image : image.flatten({ background: '#fff' });

/** The minimum quality at which a JPEG keeps the resolution of its colours. Source: docs/decisions/0368 */
const minFullColourQuality = 80;

/** Encodes a JPEG. @param quality an integer from 1 to 100 */
export const toJpeg = (image: RawImage, quality: number, optimiseCoding = true): RawImage => {
  const chromaSubsampling = quality >= minFullColourQuality ? '4:4:4' : '4:2:0';
  return image.jpeg({ quality, optimiseCoding, chromaSubsampling });
};

/** The minimum quality at which plain images are lossless. */
const minPlainQuality = 60;
/** The quality at which all are. A lossy WebP has colours of half the resolution. */
const losslessQuality = 100;

type Encode = (image: RawImage, painting: Painting, quality: number) => RawImage;

/**
 * The encoder of each format. An image is encoded once and read many times: settings that save half of the time may
 * increase the size by a few per cent.
 */
const encoders: Readonly<Record<ImageFormat, Encode>> = {
  png: (image) => image.png({ compressionLevel: 6, adaptiveFiltering: false }),
  jpeg: (image, { isOpaque }, quality) => toJpeg(flattenOnWhite(image, isOpaque), quality),
  webp: (image, painting, quality) =>
    quality === losslessQuality || (quality >= minPlainQuality && isPlain(painting))
      ? image.webp({ lossless: true, effort: 2, quality: 20 })
      : image.webp({ quality, effort: 2 }),
};

/**
 * Returns a function that encodes paintings.
 *
 * `quality` is 0 to 100 and ignored for png. A webp is lossless at 100, and with few colours unless the quality is low.
 */
export const createPaintingEncoder =
  (sharp: typeof Sharp) =>
  async (painting: Painting, format: ImageFormat, quality: number | undefined): Promise<Uint8Array> =>
    encoders[format](openRawImage(sharp, painting).image, painting, getEncoderQuality(quality)).toBuffer();

/** Images with at most this many colours are smaller lossless than lossy, unless they are as busy as a photograph. */
const maxColours = 128;
const maxBusyness = 0.35;

/** Returns whether an image is smaller as a lossless WebP. */
const isPlain = ({ data, width, isOpaque }: Painting): boolean => {
  if (!isOpaque) return false;
  const words = getWords(data);
  return getBusyness(words, width) <= maxBusyness && hasFewColours(words);
};

/** Returns the share of pixels that differ from both their left and upper neighbour, in a sample of pixels. */
const getBusyness = (words: Uint32Array, width: number): number => {
  let [busy, all] = [0, 0];
  for (let row = width * 3; row < words.length; row += width * 5) {
    for (let at = row + 1; at < row + width; at += 3) {
      all += 1;
      if (words[at] !== words[at - 1] && words[at] !== words[at - width]) busy += 1;
    }
  }
  return all === 0 ? 0 : busy / all;
};

const hasFewColours = (words: Uint32Array): boolean => {
  const colours = new Set<number>();
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as number;
    if (word === words[at - 1]) continue;
    if (colours.add(word).size > maxColours) return false;
  }
  return true;
};
