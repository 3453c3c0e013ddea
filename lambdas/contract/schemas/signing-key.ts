import * as z from 'zod';
import { errorCode } from '../error-code.ts';
import { keyExpiry, keyName, keyTemplateIds } from './key.ts';
import { moment } from './template.ts';

const rendersText = errorCode('INVALID_BODY', 'dailyRenders must be a whole number from 1 to 1,000,000,000.');
const revokeText = errorCode('INVALID_BODY', 'revoke must be true or false.');

export const createSigningKeyRequest = z
  .object(
    {
      name: keyName,
      templateIds: keyTemplateIds.optional(),
      dailyRenders: z.int(rendersText).min(1, rendersText).max(1_000_000_000, rendersText).optional(),
      expiresAt: keyExpiry.optional(),
    },
    errorCode('INVALID_BODY'),
  )
  .meta({ id: 'CreateSigningKeyRequest' });

const fields = {
  signingKeyId: z.string().meta({ description: 'The first segment of its URLs.' }),
  name: z.string(),
  templateIds: z.array(z.string()).nullable().meta({ description: 'null: every template the account may use.' }),
  dailyRenders: z
    .int()
    .nullable()
    .meta({ description: 'Images that its URLs may render for the first time on a UTC day.' }),
  expiresAt: moment,
  createdAt: moment,
};

export const createSigningKeyResponse = z
  .object({
    ...fields,
    signingKey: z.string().meta({ description: 'What signs: `iusk.<key>.<secret>`. Shown this once.' }),
  })
  .meta({ id: 'CreateSigningKeyResponse' });
export const listSigningKeysResponse = z
  .object({ signingKeys: z.array(z.object(fields).meta({ id: 'SigningKey' })) })
  .meta({ id: 'ListSigningKeysResponse', description: 'Newest first.' });
export const signingKeyPath = z.object({
  signingKeyId: z.string(errorCode('SIGNING_KEY_NOT_FOUND')).min(1, errorCode('SIGNING_KEY_NOT_FOUND')),
});
export const deleteSigningKeyQuery = z.object({
  revoke: z.enum(['true', 'false'], revokeText).default('false').meta({ description: 'Takes back its URLs as well.' }),
});
export const deleteSigningKeyResponse = z.object({ signingKeyId: z.string() }).meta({ id: 'DeleteSigningKeyResponse' });
