import { LRUCache } from 'lru-cache';
import type { BitmapHead } from './bitmap-heads.ts';
import { type ImageFailure, imageFailure } from './image-failure.ts';

const cachedReasons = 500;

/** Caches which bitmaps have a readable header but unreadable pixels, and why, so that they are decoded once. */
export const createBrokenBitmapFinder = () => {
  const reasons = new LRUCache<string, string>({ max: cachedReasons });
  return {
    note: ({ hash }: BitmapHead, reason: string): void => {
      reasons.set(hash, reason.split('\n')[0] ?? '');
    },
    /** Returns the failed ones among the images of a tree. */
    among: (images: ReadonlyMap<string, { readonly kind: string; readonly hash?: string }>): ImageFailure[] =>
      [...images].flatMap(([source, image]) => {
        const reason = image.hash === undefined ? undefined : reasons.get(image.hash);
        return reason === undefined ? [] : [imageFailure(source, reason)];
      }),
  };
};
