import { LRUCache } from 'lru-cache';
import type Sharp from 'sharp';
import { sha256Hex } from '../../hash.ts';
import { UnreadableImage } from './image-failure.ts';

/** A bitmap whose header was read. */
export interface Bitmap {
  readonly bytes: Uint8Array;
  readonly hash: string;
  /** CSS pixels, after EXIF rotation. */
  readonly width: number;
  readonly height: number;
  readonly isPhoto: boolean;
}

const maxPixels = 25_000_000;
/** Maximum bytes of cached re-encoded bitmaps. */
const maxCachedBytes = 24 << 20;

/** Options for every bitmap: a small file can claim to have a terabyte of pixels. */
const bitmapOptions = { limitInputPixels: maxPixels, failOn: 'error', pages: 1 } as const;

const rejectUnreadable = (error: unknown): never => {
  throw new UnreadableImage(error instanceof Error ? error.message : 'unreadable', { cause: error });
};

/** Reads the header of a bitmap. @throws UnreadableImage if the bytes are not a bitmap, or one that is too large. */
export const openBitmap = async (sharp: typeof Sharp, bytes: Uint8Array): Promise<Bitmap> => {
  const { autoOrient, format } = await sharp(bytes, bitmapOptions).metadata().catch(rejectUnreadable);
  const { width, height } = autoOrient;
  if (width * height > maxPixels || width > 65_535 || height > 65_535)
    throw new UnreadableImage('The image has more than 25 megapixels.');
  return { bytes, hash: sha256Hex(bytes), width, height, isPhoto: format === 'jpeg' };
};

/** How large a bitmap is re-encoded, in pixels. */
export interface RecodedSize {
  readonly width: number;
  readonly height: number;
  readonly fit: 'inside' | 'fill';
}

/** The size of a bitmap in a vector image: its rendered size is not known in advance. */
export const insideVector: RecodedSize = { width: 1_600, height: 1_600, fit: 'inside' };

/**
 * Returns a function that re-encodes bitmaps for engines, cached by content and size: upright, in sRGB, resized;
 * photographs as high-quality JPEG, others as PNG. Nothing is enlarged to fit inside a size.
 *
 * It throws UnreadableImage if the pixels are damaged.
 */
export const createBitmapRecoder = (sharp: typeof Sharp) => {
  const cached = new LRUCache<string, Buffer>({ maxSize: maxCachedBytes, sizeCalculation: ({ length }) => length + 1 });
  return async ({ hash, bytes, isPhoto }: Bitmap, size: RecodedSize): Promise<Buffer> => {
    const key = [hash, ...Object.values(size)].join();
    const hit = cached.get(key);
    if (hit) return hit;
    const resized = { ...size, withoutEnlargement: size.fit === 'inside' };
    const image = sharp(bytes, bitmapOptions).autoOrient().toColourspace('srgb').resize(resized);
    const encoded = isPhoto
      ? image.jpeg({ quality: 95, chromaSubsampling: '4:4:4', optimiseCoding: false })
      : image.png({ compressionLevel: 1 });
    const recoded = await encoded.toBuffer().catch(rejectUnreadable);
    cached.set(key, recoded);
    return recoded;
  };
};

export type BitmapRecoder = ReturnType<typeof createBitmapRecoder>;

/** Returns the `data:` URI of a re-encoded bitmap. */
export const toRecodedUri = ({ isPhoto }: Bitmap, bytes: Buffer): string =>
  `data:image/${isPhoto ? 'jpeg' : 'png'};base64,${bytes.toString('base64')}`;
