import { resolve } from 'node:path';

/** The edge function's source, deployed as it is. */
export const verifierFile = resolve(import.meta.dirname, '../lambdas/edge/verify-image-url.js');
