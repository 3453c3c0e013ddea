import * as z from 'zod';
import { errorCode } from '../error-code.ts';

const segment = (description: string) => z.string(errorCode('INVALID_SIGNATURE')).meta({ description });

/** Segments of an on-demand URL, parsed by `lambdas/core/signing/on-demand-url.ts`. */
export const onDemandPath = z.object({
  key: segment('Identifies the signing key.'),
  signature: segment('HMAC-SHA256 over everything after it, as base64url.'),
  templateId: segment('The template.'),
  options: segment('`-`, or tokens in this order: `v3-w1200-h630-x2-q80-e20301231`.'),
  payload: segment('base64url of the variables as JSON, `-` for none, and the format: `e30.png`.'),
});
