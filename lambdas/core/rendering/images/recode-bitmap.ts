import type Sharp from 'sharp';
import type { ResizeOptions } from 'sharp';
import { bitmapOptions } from './bitmap-heads.ts';
import { decoded } from './image-failure.ts';
import type { Bitmap } from './open-images.ts';

/** Longest side of a bitmap inside a vector image, in pixels: how large it is rendered is not known before. */
export const longestInsideVector = 1_600;

/**
 * Returns a bitmap as engines read it: upright, in sRGB, at its size; a photograph as a JPEG whose losses nobody sees, anything
 * else as a PNG.
 *
 * @throws UnreadableImage
 */
export const recodeBitmap = (sharp: typeof Sharp, { bytes, isPhoto }: Bitmap, size: ResizeOptions): Promise<Buffer> => {
  const image = sharp(bytes, bitmapOptions).autoOrient().toColourspace('srgb').resize(size);
  const encoded = isPhoto
    ? image.jpeg({ quality: 95, chromaSubsampling: '4:4:4', optimiseCoding: false })
    : image.png({ compressionLevel: 1 });
  return decoded(() => encoded.toBuffer());
};

/** Returns the `data:` URI of a bitmap that `recodeBitmap` made. */
export const recodedUri = ({ isPhoto }: Bitmap, bytes: Buffer): string =>
  `data:image/${isPhoto ? 'jpeg' : 'png'};base64,${bytes.toString('base64')}`;
