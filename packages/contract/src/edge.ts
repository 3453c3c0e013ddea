/**
 * Headers between the edge function and the service. The edge function sets all of them on every request and overwrites
 * the viewer's values. Without an edge function they are ignored.
 */
export const edgeHeaders = {
  /** `uid`, `exp`, `sig` and `tvn` as a canonical query: they authorise a request and must not enter the cache key. */
  signature: 'x-image-signature',
  /** Id of the viewer's request, returned with the response. */
  requestId: 'x-request-id',
  /** Client class, by `User-Agent`; part of the cache key. In a response: the other class gets a different image. */
  clientClass: 'x-image-client-class',
} as const;

/** Prefix of the paths of on-demand URLs. */
export const onDemandPrefix = '/v1/i/';

/** Prefix of the paths of assets, which are S3 keys too. */
export const assetPrefix = '/v1/a/';

/**
 * Headers that CloudFront adds to assets, which come from a bucket: any site may embed them, and an SVG that is opened
 * alone runs nothing.
 */
export const assetHeaders = {
  'access-control-allow-origin': '*',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
} as const;

/** Prefix of the paths of site images. */
export const sitePrefix = '/v1/s/';

/** Returns whether the path of an image's address carries no signature. */
export const isUnsignedPath = (path: string): boolean =>
  [assetPrefix, sitePrefix].some((prefix) => path.startsWith(prefix));
