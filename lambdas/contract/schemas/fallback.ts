import * as z from 'zod';
import { errorCode } from '../error-code.ts';

const missing = errorCode('MISSING_TEMPLATE_ID');

export const putFallbackRequest = z
  .object(
    {
      templateId: z
        .string(missing)
        .min(1, missing)
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
  })
  .meta({ id: 'PutFallbackResponse' });
