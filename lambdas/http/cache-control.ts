import { limits } from '../contract/limits.ts';
import type { RenderedImage } from '../core/rendering/rendered-image.ts';

/** Properties that determine how long CloudFront and browsers may cache an image. */
interface CacheableImage extends Pick<RenderedImage, 'freshUntil'> {
  /** Whether the URL shows another image after its page changes. @default false */
  readonly isPointer?: boolean;
}

/** For the image of a page: cached for five minutes, then served stale for up to a day during revalidation. */
const pointerCacheControl = 'public, max-age=300, stale-while-revalidate=86400';

/** Returns the whole seconds until a moment, at least 1. */
export const getSecondsUntil = (moment: Date, now: Date): number =>
  Math.max(1, Math.ceil((moment.getTime() - now.getTime()) / 1000));

/**
 * Returns `Cache-Control` of an image: `limits.imageCacheSeconds`, or less for an image without a remote image that
 * will be fetched again. `lambdas/contract/image-retention.ts` has the time for which rendered images are stored.
 */
export const imageCacheControl = ({ freshUntil, isPointer }: CacheableImage, now: Date): string => {
  if (isPointer) return pointerCacheControl;
  const freshSeconds = freshUntil ? getSecondsUntil(freshUntil, now) : limits.imageCacheSeconds;
  return `public, max-age=${Math.min(limits.imageCacheSeconds, freshSeconds)}`;
};

/** Returns `Cache-Control` of a failure: caches may store it until its `Retry-After`. */
export const getFailureCacheControl = (retryAfterSeconds: string): string => `public, max-age=${retryAfterSeconds}`;
