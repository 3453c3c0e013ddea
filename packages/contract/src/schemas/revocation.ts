import * as z from 'zod';
import { errorCode } from '../error-code.ts';
import { filled, moment, requestWarnings, versionNumber } from './render.ts';

const urlText = errorCode('INVALID_BODY', 'url must be an image URL.');
const idText = errorCode('INVALID_BODY', 'templateId must be a string.');
const exactlyOne = errorCode('INVALID_BODY', 'Send either url or templateId.');
const versionText = errorCode('INVALID_BODY', 'version belongs to a templateId.');

export const createRevocationRequest = z
  .object(
    {
      url: z
        .string(urlText)
        .refine((text) => URL.canParse(text), urlText)
        .optional(),
      templateId: filled(idText).optional(),
      version: versionNumber.optional(),
    },
    errorCode('INVALID_BODY'),
  )
  .refine((body) => (body.url === undefined) !== (body.templateId === undefined), exactlyOne)
  .refine((body) => body.version === undefined || body.templateId !== undefined, versionText)
  .meta({
    id: 'CreateRevocationRequest',
    description: 'One image URL, or a template: one of its versions, or all there are.',
  });

export const createRevocationResponse = z
  .object({
    revocationId: z.string(),
    effectiveBy: moment.meta({ description: 'From then on every URL concerned is 410 URL_REVOKED. ISO 8601, in UTC.' }),
    warnings: requestWarnings,
  })
  .meta({ id: 'CreateRevocationResponse' });

export const listRevocationsResponse = z
  .object({
    revocations: z.array(
      z
        .object({
          revocationId: z.string(),
          url: z.string().optional().meta({ description: 'The URL that is revoked.' }),
          signingKeyId: z.string().optional().meta({ description: 'The signing key whose URLs are revoked.' }),
          templateId: z.string().meta({ description: 'Empty for a signing key and for a site image.' }),
          version: z.int().optional().meta({ description: 'The version that is revoked.' }),
          upToVersion: z.int().optional().meta({ description: 'All versions up to this one are revoked.' }),
          by: z.enum(['account', 'operator']).meta({ description: 'Who revoked it; only operators lift their own.' }),
          createdAt: moment,
          expiresAt: moment.meta({ description: 'When what is revoked has expired, and the revocation goes.' }),
        })
        .meta({ id: 'Revocation' }),
    ),
  })
  .meta({ id: 'ListRevocationsResponse', description: 'Newest first.' });

export const revocationPath = z.object({ revocationId: z.string(errorCode('REVOCATION_NOT_FOUND')) });

export const deleteRevocationResponse = z.object({ revocationId: z.string() }).meta({ id: 'DeleteRevocationResponse' });
