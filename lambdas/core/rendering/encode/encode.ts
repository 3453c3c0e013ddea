import type Sharp from 'sharp';
import type { ImageFormat } from '../../../contract/schemas/render.ts';
import { type Painting, reusedWords } from '../pixels.ts';
import { busyness } from './busyness.ts';
import { indexer } from './indexed.ts';
import { divideByAlpha, packRgb } from './pack.ts';

export const defaultQuality = 80;

/**
 * Makes the function that hands paintings to the library of encoders, one after the other. Opaque ones go without alpha,
 * which is faster and smaller; WebP leaves it out by itself, and gives the same bytes.
 */
export const rawImages = (sharp: typeof Sharp) => {
  const words = reusedWords();
  return ({ canvas, isOpaque }: Painting, format?: ImageFormat) => {
    const { width, height } = canvas;
    const isPacked = isOpaque && format !== 'webp';
    const pack = isPacked ? packRgb : isOpaque ? getBytes : divideByAlpha;
    const data = pack(canvas.words, words);
    const image = sharp(data, { raw: { width, height, channels: isPacked ? 3 : 4 }, limitInputPixels: false });
    return { data, image };
  };
};

const getBytes = ({ buffer, byteOffset, byteLength }: Uint32Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** Both encoders take whole numbers from 1 only. */
export const encoderQuality = (quality = defaultQuality): number => Math.max(1, Math.round(quality));

export type RawImage = ReturnType<ReturnType<typeof rawImages>>['image'];

/** Ready for JPEG, which knows no transparency: what is behind becomes white. */
export const onWhite = (image: RawImage, isOpaque: boolean): RawImage =>
  isOpaque ? image : image.flatten({ background: '#fff' });

/** Images of so few colours are smaller without loss than with it, unless they are as busy as a photograph, or more is to be lost. */
const mostPlainColours = 128;
const mostPlainBusyness = 0.35;
const leastPlainQuality = 60;

/**
 * Makes the function that encodes paintings, one after the other. An image is encoded once and read many times: the
 * settings are those that cost a few per cent of size for half of the time, and no more.
 *
 * The function's `quality` goes from 0 to 100; for png it has no meaning. A webp of few colours keeps every pixel, unless a low one is
 * chosen.
 */
export const paintingEncoder = (sharp: typeof Sharp) => {
  const rawImage = rawImages(sharp);
  const index = indexer();
  const isPlain = ({ canvas, isOpaque }: Painting): boolean => {
    if (!isOpaque || busyness(canvas.words, canvas.width) > mostPlainBusyness) return false;
    const indexed = index(canvas);
    return indexed !== undefined && indexed.colours.length <= mostPlainColours * 3;
  };
  return async (painting: Painting, format: ImageFormat, quality: number | undefined): Promise<Uint8Array> => {
    const { image } = rawImage(painting, format);
    if (format === 'png') return image.png({ compressionLevel: 6, adaptiveFiltering: false }).toBuffer();
    const chosen = encoderQuality(quality);
    if (format === 'webp' && chosen >= leastPlainQuality && isPlain(painting))
      return image.webp({ lossless: true, effort: 2, quality: 20 }).toBuffer();
    if (format === 'webp') return image.webp({ quality: chosen, effort: 2 }).toBuffer();
    return onWhite(image, painting.isOpaque).jpeg({ quality: chosen }).toBuffer();
  };
};
