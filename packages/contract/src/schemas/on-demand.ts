import * as z from 'zod';
import { errorCode } from '../error-code.ts';
import { filled, moment, requestWarnings } from './render.ts';

const segment = (description: string) => z.string(errorCode('INVALID_SIGNATURE')).meta({ description });

/** Segments of an on-demand URL, parsed by `packages/contract/src/signing/on-demand-url.ts`. */
export const onDemandPath = z.object({
  key: segment('Identifies the signing key.'),
  signature: segment('HMAC-SHA256 over everything after it, as base64url.'),
  templateId: segment('The template.'),
  options: segment('`-`, or tokens in this order: `v3-w1200-h630-x2-q80-e20301231`.'),
  payload: segment('base64url of the variables as JSON, `-` for none, and the format: `e30.png`.'),
});

export const putFallbackRequest = z
  .object(
    {
      templateId: filled(errorCode('MISSING_TEMPLATE_ID'))
        .nullable()
        .meta({ description: 'A template without required variables; null: no fallback image.' }),
    },
    errorCode('INVALID_BODY'),
  )
  .meta({ id: 'PutFallbackRequest' });

export const putFallbackResponse = z
  .object({
    templateId: z.string().nullable(),
    version: z.int().nullable().meta({ description: 'The version that is shown until the fallback is set again.' }),
    warnings: requestWarnings,
  })
  .meta({ id: 'PutFallbackResponse' });

export const listRenderFailuresResponse = z
  .object({
    renderFailures: z.array(
      z
        .object({
          url: z.url().meta({ description: 'The URL as it was requested; at most 1,024 characters of its path.' }),
          templateId: z.string(),
          kind: z
            .enum(['error', 'warning'])
            .meta({ description: '`warning`: there is an image, probably a wrong one.' }),
          code: z.string().meta({
            description:
              'Error code of the request; of a warning `variables`, or `svg`: a remote file holds what is not rendered.',
          }),
          message: z.string(),
          failedAt: moment,
        })
        .meta({ id: 'RenderFailure' }),
    ),
  })
  .meta({ id: 'ListRenderFailuresResponse', description: 'The latest first; each URL once.' });
