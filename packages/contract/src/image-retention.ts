import { limits } from './limits.ts';

/**
 * Age in days at which a delivered image is written again, which extends its expiry: a later mint of the same image may
 * have a URL that expires later than the first one (docs/decisions/0340).
 */
export const imageRenewalDays = 366;

/** A day in CloudFront's cache, the rest of the day of the mint, and one to spare. */
const graceDays = 3;

/**
 * Days after its last write at which the rendered image of a published URL expires. A delivered image is stored for at
 * least as long as the longest URL is valid.
 */
export const imageRetentionDays = imageRenewalDays + limits.urlLifetimeDays + graceDays;

/** Days after which the image of a template's preview expires; its URL expires after two at most. */
export const previewRetentionDays = 7;
