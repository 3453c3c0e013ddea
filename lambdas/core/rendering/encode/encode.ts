import type Sharp from 'sharp';
import type { ImageFormat } from '../../../contract/image-formats.ts';
import type { Painting } from '../pixels.ts';
import { isPlain } from './plain-image.ts';

export const defaultQuality = 80;

/** Returns the pixels of a painting, colours not multiplied by alpha, and the same as an image of the encoder's. */
export const rawImage = (sharp: typeof Sharp, { width, height, isOpaque, ...pixels }: Painting) => {
  const data = isOpaque ? pixels.data : divideByAlpha(pixels.data);
  const image = sharp(data, { raw: { width, height, channels: 4 }, limitInputPixels: false });
  return { data, image: isOpaque ? image.removeAlpha() : image };
};

const divideByAlpha = (multiplied: Buffer): Buffer => {
  const data = Buffer.from(multiplied);
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] as number;
    if (alpha === 255 || alpha === 0) continue;
    for (let channel = at; channel < at + 3; channel += 1)
      data[channel] = Math.min(255, Math.round(((data[channel] as number) * 255) / alpha));
  }
  return data;
};

/** Returns a quality that JPEG and WebP encoders take: a whole number from 1. */
export const encoderQuality = (quality = defaultQuality): number => Math.max(1, Math.round(quality));

export type RawImage = ReturnType<typeof rawImage>['image'];

/** Ready for JPEG, which knows no transparency: what is behind becomes white. */
export const onWhite = (image: RawImage, isOpaque: boolean): RawImage =>
  isOpaque ? image : image.flatten({ background: '#fff' });

/** From this quality on a plain image loses nothing. */
const leastPlainQuality = 60;

type Encode = (image: RawImage, painting: Painting, quality: number) => RawImage;

/**
 * The encoder of each format. An image is encoded once and read many times: the settings are those that cost a few per cent of size for
 * half of the time, and no more.
 */
const encoders: Readonly<Record<ImageFormat, Encode>> = {
  png: (image) => image.png({ compressionLevel: 6, adaptiveFiltering: false }),
  jpeg: (image, { isOpaque }, quality) => onWhite(image, isOpaque).jpeg({ quality }),
  webp: (image, painting, quality) =>
    quality >= leastPlainQuality && isPlain(painting)
      ? image.webp({ lossless: true, effort: 2, quality: 20 })
      : image.webp({ quality, effort: 2 }),
};

/**
 * Makes the function that encodes paintings.
 *
 * The function's `quality` goes from 0 to 100; for png it has no meaning. A webp of few colours keeps every pixel, unless a low one is
 * chosen.
 */
export const paintingEncoder =
  (sharp: typeof Sharp) =>
  async (painting: Painting, format: ImageFormat, quality: number | undefined): Promise<Uint8Array> =>
    encoders[format](rawImage(sharp, painting).image, painting, encoderQuality(quality)).toBuffer();
