import type Sharp from 'sharp';
import type { ResizeOptions } from 'sharp';
import { bitmapOptions } from './bitmap-heads.ts';
import { runDecoder } from './image-failure.ts';
import type { Bitmap } from './open-images.ts';

/** Maximum side of a bitmap in a vector image, in pixels: its rendered size is not known in advance. */
export const longestInsideVector = 1_600;

/**
 * Returns a bitmap re-encoded for engines: upright, in sRGB, resized; photographs as high-quality JPEG, others as PNG.
 *
 * @throws UnreadableImage
 */
export const recodeBitmap = (sharp: typeof Sharp, { bytes, isPhoto }: Bitmap, size: ResizeOptions): Promise<Buffer> => {
  const image = sharp(bytes, bitmapOptions).autoOrient().toColourspace('srgb').resize(size);
  const encoded = isPhoto
    ? image.jpeg({ quality: 95, chromaSubsampling: '4:4:4', optimiseCoding: false })
    : image.png({ compressionLevel: 1 });
  return runDecoder(() => encoded.toBuffer());
};

/** Returns the `data:` URI of a bitmap from `recodeBitmap`. */
export const toRecodedUri = ({ isPhoto }: Bitmap, bytes: Buffer): string =>
  `data:image/${isPhoto ? 'jpeg' : 'png'};base64,${bytes.toString('base64')}`;
