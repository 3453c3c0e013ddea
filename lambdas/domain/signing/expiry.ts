import { dayMs } from 'image-url-contract/days.ts';
/**
 * Returns when a URL minted now expires. The lifetime is rounded up to the end of the UTC day, so that the same request
 * on the same day gives the same URL (docs/interface.md#signed-urls).
 *
 * @returns Unix milliseconds.
 */
export const getExpiryAfter = (now: Date, lifetimeDays: number): number =>
  Math.ceil((now.getTime() + lifetimeDays * dayMs) / dayMs) * dayMs;
