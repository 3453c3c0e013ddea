import type { ImageRouteId } from '../../lambdas/contract/routes.ts';

/** The CloudFront Function in front of each route of the image host. */
export const edgeFunctions = {
  renderImage: 'verify-image-url',
  renderOnDemand: 'verify-on-demand-url',
  renderSiteImage: 'verify-site-image',
} as const satisfies Record<ImageRouteId, string>;
export type EdgeFunctionName = (typeof edgeFunctions)[ImageRouteId];
export const edgeFunctionNames: readonly EdgeFunctionName[] = Object.values(edgeFunctions);

/** Returns the output of a stage's stack, and the parameter of that of its edge, with the name of an edge function. */
export const getEdgeFunctionOutput = (id: ImageRouteId): string =>
  `EdgeFunctionOf${id.charAt(0).toUpperCase()}${id.slice(1)}`;

/** Converts the source of an edge function to that of another distribution, which removes a path before it verifies. */
export const edgeSourceBelow = (path: string, source: string): string => {
  const renamed = source.replace('async function handler(event)', 'async function verify(event)');
  if (renamed === source) throw new Error('The edge function has no handler.');
  return `${renamed}
async function handler(event) {
  if (event.context.eventType === 'viewer-request') event.request.uri = event.request.uri.slice(${path.length});
  const answer = await verify(event);
  return answer;
}
`;
};
