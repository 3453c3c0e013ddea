import { limits } from './limits.ts';

/**
 * Days after its last write at which a rendered image that is delivered is written again, so that its expiry moves out: a
 * later mint of the same image has a URL that lives longer than the first one's (docs/decisions/0340).
 */
export const imageRenewalDays = 366;

/** A day in CloudFront's cache, the rest of the day of the mint, and one to spare. */
const graceDays = 3;

/**
 * Days after its last write at which the rendered image of a published URL expires. Whenever an image is delivered, it stays
 * at least as long from then on as the longest URL can live.
 */
export const imageRetentionDays = imageRenewalDays + limits.urlLifetimeDays + graceDays;

/** Days after which the rendered image of a template's preview expires; its URL lives two at most. */
export const previewRetentionDays = 7;
