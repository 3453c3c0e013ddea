/**
 * Headers between the edge function and the service behind it. The edge function writes all of them on every request, over
 * whatever a viewer sent; without an edge function in front they mean nothing.
 */
export const edgeHeaders = {
  /** `uid`, `exp`, `sig` and `tvn` as a canonical query: what authorises a request and must not enter the cache key. */
  signature: 'x-image-signature',
  /** Id of the viewer's request, which the answer repeats. */
  requestId: 'x-request-id',
  /** Class of the reader, by its `User-Agent`: part of the cache key. On an answer: there is another for the other class. */
  reader: 'x-image-reader',
} as const;

/** What paths of on-demand URLs begin with. */
export const onDemandPrefix = '/v1/i/';
