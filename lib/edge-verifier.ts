import { resolve } from 'node:path';

/** The edge functions' sources, deployed as they are: of minted URLs and of on-demand URLs. */
export const verifierFile = resolve(import.meta.dirname, '../lambdas/edge/verify-image-url.js');
export const onDemandVerifierFile = resolve(import.meta.dirname, '../lambdas/edge/verify-on-demand-url.js');
