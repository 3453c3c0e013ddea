import { readFileSync } from 'node:fs';
import type { EdgeFunctionName } from './edge-functions.ts';

const read = (name: string): string =>
  readFileSync(new URL(`../../lambdas/edge/${name}.js`, import.meta.url), 'utf8').replaceAll(
    /^\/\*[\s\S]*?\*\/\n/gm,
    '',
  );

/**
 * Returns the deployed source of an edge function. Its runtime has no custom modules, so shared code is prepended.
 * Comments between functions are removed, because CloudFront accepts 10 KB.
 */
export const edgeSource = (name: EdgeFunctionName): string => `${read('admission')}\n${read(name)}`;
