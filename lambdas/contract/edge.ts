/**
 * Headers between the edge function and the service behind it. The edge function sets all of them on every request and
 * overwrites values of the viewer. Without an edge function they are ignored.
 */
export const edgeHeaders = {
  /** `uid`, `exp`, `sig` and `tvn` as a canonical query: what authorises a request and must not enter the cache key. */
  signature: 'x-image-signature',
  /** Id of the viewer's request, which the answer repeats. */
  requestId: 'x-request-id',
  /**
   * Client class, by the `User-Agent`: part of the cache key. In a response: the other class gets a different image.
   */
  clientClass: 'x-image-reader',
} as const;

/** Prefix of the paths of on-demand URLs. */
export const onDemandPrefix = '/v1/i/';

/** Prefix of the paths of site images. */
export const sitePrefix = '/v1/s/';
