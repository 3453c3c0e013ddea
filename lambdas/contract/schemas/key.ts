import * as z from 'zod';
import { errorCode } from '../error-code.ts';
import { limits } from '../limits.ts';
import { keyScopes } from '../scopes.ts';
import { isWellFormed } from './render.ts';
import { moment } from './template.ts';

export const keyName = z
  .string(errorCode('INVALID_NAME', undefined, 'MISSING_NAME'))
  .max(limits.nameCharacters, errorCode('INVALID_NAME'))
  .refine((text) => text.trim() !== '' && isWellFormed(text), errorCode('INVALID_NAME'));

const scopesText = errorCode('INVALID_BODY', `scopes must be a non-empty array of ${keyScopes.join(', ')}.`);
const idsText = errorCode('INVALID_BODY', `templateIds must be an array of 1 to ${limits.keyTemplates} template ids.`);
const expiryText = errorCode('INVALID_BODY', 'expiresAt must be a moment in ISO 8601, with its offset.');
const mintsText = errorCode('INVALID_BODY', 'monthlyMints must be a whole number from 1 to 1,000,000,000.');

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];

/** Templates that a key is restricted to. */
export const keyTemplateIds = z
  .array(z.string(idsText).regex(/^[A-Za-z0-9_-]{1,64}$/, idsText), idsText)
  .min(1, idsText)
  .max(limits.keyTemplates, idsText)
  .transform(unique);

/** When a key expires. The year has four digits, so that it sorts as text. */
export const keyExpiry = z
  .string(expiryText)
  .refine((text) => z.iso.datetime({ offset: true }).safeParse(text).success, expiryText)
  .transform((text) => new Date(text));

export const createKeyRequest = z
  .object(
    {
      name: keyName,
      scopes: z.array(z.enum(keyScopes, scopesText), scopesText).min(1, scopesText).transform(unique),
      templateIds: keyTemplateIds.optional(),
      expiresAt: keyExpiry.optional(),
      monthlyMints: z.int(mintsText).min(1, mintsText).max(1_000_000_000, mintsText).optional(),
    },
    errorCode('INVALID_BODY'),
  )
  .meta({ id: 'CreateKeyRequest' });

const day = z.iso.date().meta({ description: 'A day in UTC.' });

const apiKey = z
  .object({
    keyId: z.string(),
    name: z.string(),
    scopes: z.array(z.enum(keyScopes)),
    templateIds: z.array(z.string()).nullable().meta({ description: 'null: every template the account may use.' }),
    expiresAt: moment.nullable(),
    monthlyMints: z.int().nullable().meta({ description: 'Image mints of the key in a billing month.' }),
    mintsUsed: z
      .int()
      .nullable()
      .meta({ description: 'How many of them are used in this month; null without a limit.' }),
    createdAt: moment.nullable().meta({ description: 'null for keys older than this field.' }),
    lastUsedOn: day.nullable(),
  })
  .meta({ id: 'ApiKey' });

export const createKeyResponse = z
  .object({ keyId: z.string(), apiKey: z.string().meta({ description: 'Shown this once.' }), key: apiKey })
  .meta({ id: 'CreateKeyResponse' });
export const listKeysResponse = z
  .object({ keys: z.array(apiKey) })
  .meta({ id: 'ListKeysResponse', description: 'Newest first.' });
export const keyPath = z.object({ keyId: z.string(errorCode('KEY_NOT_FOUND')).min(1, errorCode('KEY_NOT_FOUND')) });
export const deleteKeyResponse = z.object({ keyId: z.string() }).meta({ id: 'DeleteKeyResponse' });
