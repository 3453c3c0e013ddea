import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type Sharp from 'sharp';
import { decoded, UnreadableImage } from './image-failure.ts';

/** What the header of a bitmap says. */
export interface BitmapHead {
  /** Hash of its bytes. */
  readonly hash: string;
  /** CSS pixels, upright. */
  readonly width: number;
  readonly height: number;
  readonly isPhoto: boolean;
}

const largestPixels = 25_000_000;

/** Bitmaps are opened with these bounds everywhere: a small file can claim to be a terabyte. */
export const bitmapOptions = { limitInputPixels: largestPixels, failOn: 'error', pages: 1 } as const;

const cachedHeads = 500;

/**
 * Reads the heads of bitmaps, each content once: the next image of a template mostly shows the same portrait and logo.
 *
 * @returns a function that throws UnreadableImage when the bytes are no bitmap, or one that is too large.
 */
export const bitmapHeads = (sharp: typeof Sharp) => {
  const known = new LRUCache<string, BitmapHead>({ max: cachedHeads });
  return async (bytes: Uint8Array): Promise<BitmapHead> => {
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
    const before = known.get(hash);
    if (before) return before;
    const { autoOrient, format } = await decoded(() => sharp(bytes, bitmapOptions).metadata());
    const { width, height } = autoOrient;
    if (width * height > largestPixels || width > 65_535 || height > 65_535)
      throw new UnreadableImage('The image has more than 25 megapixels.');
    const head = { hash, width, height, isPhoto: format === 'jpeg' };
    known.set(hash, head);
    return head;
  };
};
