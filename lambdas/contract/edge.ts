/**
 * Headers between the edge function and the service behind it. The edge function writes both on every request, over
 * whatever a viewer sent; without an edge function in front they mean nothing.
 */
export const edgeHeaders = {
  /** `uid`, `exp` and `sig` as a canonical query: what authorises a request and must not enter the cache key. */
  signature: 'x-image-signature',
  /** Id of the viewer's request, which the answer repeats. */
  requestId: 'x-request-id',
} as const;
