import { LRUCache } from 'lru-cache';
import type { BitmapHead } from './bitmap-heads.ts';
import { type ImageFailure, imageFailure } from './image-failure.ts';

const cachedReasons = 500;

/**
 * Remembers, by content, bitmaps whose header can be read but whose pixels cannot, with the reason. The results are
 * cached because decoded images are cached too, so a bitmap is not decoded again.
 */
export const brokenBitmaps = () => {
  const reasons = new LRUCache<string, string>({ max: cachedReasons });
  return {
    note: ({ hash }: BitmapHead, reason: string): void => {
      reasons.set(hash, reason.split('\n')[0] ?? '');
    },
    /** Those among the images of a tree. */
    among: (images: ReadonlyMap<string, { readonly kind: string; readonly hash?: string }>): ImageFailure[] =>
      [...images].flatMap(([source, image]) => {
        const reason = image.hash === undefined ? undefined : reasons.get(image.hash);
        return reason === undefined ? [] : [imageFailure(source, reason)];
      }),
  };
};
