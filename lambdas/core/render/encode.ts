import type Sharp from 'sharp';
import type { ImageFormat } from '../../contract/schemas/render.ts';
import { divideByAlpha, packRgb } from './encode/pack.ts';
import { writeOpaquePng } from './encode/png.ts';
import type { Painting } from './raster/paint.ts';

const defaultQuality = 80;

/**
 * Encodes a painting. Opaque ones go without alpha, which is faster and smaller; JPEG has none, so transparency becomes
 * white. The settings give some per cent of size for half of the time.
 *
 * @param quality 0 to 100; for png without meaning.
 */
export const encodePainting = async (
  painting: Painting,
  format: ImageFormat,
  quality: number | undefined,
  sharp: typeof Sharp,
): Promise<Uint8Array> => {
  const { canvas, isOpaque } = painting;
  if (format === 'png' && isOpaque) return writeOpaquePng(painting);
  const { width, height } = canvas;
  const data = isOpaque ? packRgb(canvas.words) : divideByAlpha(canvas.words);
  const image = sharp(data, { raw: { width, height, channels: isOpaque ? 3 : 4 }, limitInputPixels: false });
  if (format === 'png') return image.png({ compressionLevel: 3, adaptiveFiltering: false }).toBuffer();
  // Both encoders take whole numbers from 1 only.
  const chosen = Math.max(1, Math.round(quality ?? defaultQuality));
  if (format === 'webp') return image.webp({ quality: chosen, effort: 0 }).toBuffer();
  return (isOpaque ? image : image.flatten({ background: '#fff' }))
    .jpeg({ quality: chosen, optimiseCoding: false })
    .toBuffer();
};
