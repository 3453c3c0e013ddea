import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type Sharp from 'sharp';
import { runDecoder, UnreadableImage } from './image-failure.ts';

/** The header of a bitmap. */
export interface BitmapHead {
  /** Hash of its bytes. */
  readonly hash: string;
  /** CSS pixels, after EXIF rotation. */
  readonly width: number;
  readonly height: number;
  readonly isPhoto: boolean;
}

const maxPixels = 25_000_000;

/** Options for every bitmap: a small file can claim to have a terabyte of pixels. */
export const bitmapOptions = { limitInputPixels: maxPixels, failOn: 'error', pages: 1 } as const;

const cachedHeads = 500;

/**
 * Returns a function that reads the headers of bitmaps, cached by content.
 *
 * It throws UnreadableImage if the bytes are not a bitmap, or a bitmap that is too large.
 */
export const createHeadReader = (sharp: typeof Sharp) => {
  const cache = new LRUCache<string, BitmapHead>({ max: cachedHeads });
  return async (bytes: Uint8Array): Promise<BitmapHead> => {
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
    const hit = cache.get(hash);
    if (hit) return hit;
    const { autoOrient, format } = await runDecoder(() => sharp(bytes, bitmapOptions).metadata());
    const { width, height } = autoOrient;
    if (width * height > maxPixels || width > 65_535 || height > 65_535)
      throw new UnreadableImage('The image has more than 25 megapixels.');
    const head = { hash, width, height, isPhoto: format === 'jpeg' };
    cache.set(hash, head);
    return head;
  };
};
