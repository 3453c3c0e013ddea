import type Sharp from 'sharp';
import type { ImageFormat } from '../../../contract/schemas/render.ts';
import { type Painting, reusedWords } from '../pixels.ts';
import { divideByAlpha, packRgb } from './pack.ts';
import { opaquePngWriter } from './png.ts';

const defaultQuality = 80;

/**
 * Makes the function that encodes paintings, one after the other. Opaque ones go without alpha, which is faster and
 * smaller; JPEG has none, so transparency becomes white. A picture is encoded once and read many times: the settings are those that
 * cost a few per cent of size for half of the time, and no more.
 *
 * The function's `quality` goes from 0 to 100; for png it has no meaning.
 */
export const paintingEncoder = (sharp: typeof Sharp) => {
  const words = reusedWords();
  const writePng = opaquePngWriter();
  return async (painting: Painting, format: ImageFormat, quality: number | undefined): Promise<Uint8Array> => {
    const { canvas, isOpaque } = painting;
    if (format === 'png' && isOpaque) return writePng(painting);
    const { width, height } = canvas;
    const data = isOpaque ? packRgb(canvas.words, words) : divideByAlpha(canvas.words, words);
    const image = sharp(data, { raw: { width, height, channels: isOpaque ? 3 : 4 }, limitInputPixels: false });
    if (format === 'png') return image.png({ compressionLevel: 6, adaptiveFiltering: false }).toBuffer();
    // Both encoders take whole numbers from 1 only.
    const chosen = Math.max(1, Math.round(quality ?? defaultQuality));
    if (format === 'webp') return image.webp({ quality: chosen, effort: 2 }).toBuffer();
    return (isOpaque ? image : image.flatten({ background: '#fff' })).jpeg({ quality: chosen }).toBuffer();
  };
};
