import { limits } from '../contract/limits.ts';
import type { RenderedImage } from '../core/rendering/rendered-image.ts';

/** What decides how long CloudFront and browsers may cache an image. */
interface CacheableImage extends Pick<RenderedImage, 'freshUntil'> {
  /** Whether the URL will show another image when its page changes. @default false */
  readonly isPointer?: boolean;
}

/** The image of a page: five minutes, then for a day while the cache asks for the next one. */
const pointerCacheControl = 'public, max-age=300, stale-while-revalidate=86400';

/** Whole seconds until a moment, as caches count them: one at least. */
export const secondsUntil = (moment: Date, now: Date): number =>
  Math.max(1, Math.ceil((moment.getTime() - now.getTime()) / 1000));

/**
 * Returns `Cache-Control` of an image: `limits.imageCacheSeconds`, less for an image that lacks a remote image that
 * is requested again. How long rendered images are stored is in `lambdas/contract/image-retention.ts`.
 */
export const imageCacheControl = ({ freshUntil, isPointer }: CacheableImage, now: Date): string => {
  if (isPointer) return pointerCacheControl;
  const freshSeconds = freshUntil ? secondsUntil(freshUntil, now) : limits.imageCacheSeconds;
  return `public, max-age=${Math.min(limits.imageCacheSeconds, freshSeconds)}`;
};

/** Returns `Cache-Control` of a failure: caches may store it until its `Retry-After`. */
export const failureCacheControl = (retryAfterSeconds: string): string => `public, max-age=${retryAfterSeconds}`;
