import { readFileSync } from 'node:fs';
import type { ImageRouteId } from '../lambdas/contract/routes.ts';

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

const read = (name: string): string =>
  readFileSync(new URL(`../lambdas/edge/${name}.js`, import.meta.url), 'utf8').replaceAll(/^\/\*[\s\S]*?\*\/\n/gm, '');

/**
 * Returns the deployed source of an edge function. Its runtime has no custom modules, so shared code is prepended.
 * Comments between functions are removed, because CloudFront accepts 10 KB.
 */
export const edgeSource = (name: EdgeFunctionName): string => `${read('admission')}\n${read(name)}`;
