import { readFileSync } from 'node:fs';

/** CloudFront Functions of the image host, for minted URLs, on-demand URLs and site images. */
export const edgeFunctionNames = ['verify-image-url', 'verify-on-demand-url', 'verify-site-image'] as const;
export type EdgeFunctionName = (typeof edgeFunctionNames)[number];

const read = (name: string): string =>
  readFileSync(new URL(`../lambdas/edge/${name}.js`, import.meta.url), 'utf8').replaceAll(/^\/\*[\s\S]*?\*\/\n/gm, '');

/**
 * Returns the deployed source of an edge function. Its runtime has no custom modules, so shared code is prepended.
 * Comments between functions are removed, because CloudFront accepts 10 KB.
 */
export const edgeSource = (name: EdgeFunctionName): string => `${read('admission')}\n${read(name)}`;
