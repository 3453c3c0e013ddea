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

/** Prefix of the paths of site images. */
export const sitePrefix = '/v1/s/';
