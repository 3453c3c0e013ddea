import type { ImageRouteId } from 'image-url-contract/routes.ts';

/** What the image host delivers: images of its routes, and assets from the bucket. */
export type DeliveryId = ImageRouteId | 'deliverAsset';

/** The CloudFront Function in front of each. */
export const edgeFunctions = {
  renderImage: 'verify-image-url',
  renderOnDemand: 'verify-on-demand-url',
  renderSiteImage: 'verify-site-image',
  deliverAsset: 'verify-asset',
} as const satisfies Record<DeliveryId, string>;
export const deliveryIds = Object.keys(edgeFunctions) as DeliveryId[];
export type EdgeFunctionName = (typeof edgeFunctions)[DeliveryId];
export const edgeFunctionNames: readonly EdgeFunctionName[] = Object.values(edgeFunctions);

/** Returns the output of a stage's stack, and the parameter of that of its edge, with the name of an edge function. */
export const getEdgeFunctionOutput = (id: DeliveryId): string =>
  `EdgeFunctionOf${id.charAt(0).toUpperCase()}${id.slice(1)}`;

/** Returns the source of an edge function that removes one of some paths, if the request's begins with it, before it verifies. */
export const edgeSourceBelow = (paths: readonly string[], source: string): string => {
  if (paths.length === 0) return source;
  const renamed = source.replace('async function handler(event)', 'async function verify(event)');
  if (renamed === source) throw new Error('The edge function has no handler.');
  return `${renamed}
async function handler(event) {
  const path = ${JSON.stringify(paths)}.find((one) => event.request.uri.startsWith(one + '/'));
  if (path && event.context.eventType === 'viewer-request') event.request.uri = event.request.uri.slice(path.length);
  const answer = await verify(event);
  return answer;
}
`;
};

/** Maximum size of a CloudFront Function in bytes. Source: CloudFront quotas. */
const edgeFunctionBytes = 10_240;

/** @throws Error when a function would be larger than CloudFront accepts */
export const requireEdgeSize = (source: string): string => {
  const bytes = Buffer.byteLength(source);
  if (bytes <= edgeFunctionBytes) return source;
  throw new Error(
    `addBehavior: the paths make an edge function of ${bytes} bytes, and CloudFront takes ${edgeFunctionBytes}; use fewer or shorter ones.`,
  );
};
