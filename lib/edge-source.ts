import { readFileSync } from 'node:fs';

/** The functions in front of the image host: for minted URLs, for on-demand URLs, and for site images. */
export const edgeFunctionNames = ['verify-image-url', 'verify-on-demand-url', 'verify-site-image'] as const;
export type EdgeFunctionName = (typeof edgeFunctionNames)[number];

const read = (name: string): string =>
  readFileSync(new URL(`../lambdas/edge/${name}.js`, import.meta.url), 'utf8').replaceAll(/^\/\*[\s\S]*?\*\/\n/gm, '');

/**
 * Returns the source of an edge function as it is deployed. Its runtime has no modules of one's own, so what all of them share stands in
 * front. Without the comments between functions: CloudFront takes 10 KB.
 */
export const edgeSource = (name: EdgeFunctionName): string => `${read('admission')}\n${read(name)}`;
