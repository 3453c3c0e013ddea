/**
 * Fields of CloudFront's access logs that are stored. None of them is an address, a cookie or a header of a viewer,
 * except the `User-Agent`, which names the program.
 */
export const logFields = [
  'date',
  'time',
  'cs-method',
  'cs-uri-stem',
  'cs-uri-query',
  'sc-status',
  'sc-content-type',
  'cs(User-Agent)',
] as const;

/** Parameter of `Content-Type` by which an access log tells a fallback image. */
export const fallbackParameter = 'fallback=true';
