import * as z from 'zod';
import { errorCode } from '../error-code.ts';
import { limits } from '../limits.ts';
import { keyScopes } from '../scopes.ts';
import { filled, moment, name, requestWarnings, unitLimit } from './render.ts';

const scopesText = errorCode('INVALID_BODY', `scopes must be a non-empty array of ${keyScopes.join(', ')}.`);
const idsText = errorCode('INVALID_BODY', `templateIds must be an array of 1 to ${limits.keyTemplates} template ids.`);
const expiryText = errorCode('INVALID_BODY', 'expiresAt must be a moment in ISO 8601, with its offset.');
const revokeText = errorCode('INVALID_BODY', 'revoke must be true or false.');

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];

export const templateIdForm = /^[A-Za-z0-9_-]{1,64}$/;

/** Templates that a key is restricted to. */
const templateIds = z
  .array(z.string(idsText).regex(templateIdForm, idsText), idsText)
  .min(1, idsText)
  .max(limits.keyTemplates, idsText)
  .transform(unique);

/** When a key expires. The year has four digits, so that it sorts as text. */
export const expiresAt = z
  .string(expiryText)
  .refine((text) => z.iso.datetime({ offset: true }).safeParse(text).success, expiryText)
  .transform((text) => new Date(text));

export const createKeyRequest = z
  .object(
    {
      name,
      scopes: z.array(z.enum(keyScopes, scopesText), scopesText).min(1, scopesText).transform(unique),
      templateIds: templateIds.optional(),
      expiresAt: expiresAt.optional(),
      monthlyMints: unitLimit('monthlyMints').optional(),
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
  .object({
    keyId: z.string(),
    apiKey: z.string().meta({ description: 'Shown this once.' }),
    key: apiKey,
    warnings: requestWarnings,
  })
  .meta({ id: 'CreateKeyResponse' });
export const listKeysResponse = z
  .object({ keys: z.array(apiKey) })
  .meta({ id: 'ListKeysResponse', description: 'Newest first.' });
export const ownKeyResponse = z
  .object({ key: apiKey })
  .meta({ id: 'OwnKeyResponse', description: 'The API key of the request.' });
export const keyPath = z.object({ keyId: filled(errorCode('KEY_NOT_FOUND')) });
export const deleteKeyResponse = z.object({ keyId: z.string() }).meta({ id: 'DeleteKeyResponse' });

export const createSigningKeyRequest = z
  .object(
    {
      name,
      templateIds: templateIds.optional(),
      dailyRenders: unitLimit('dailyRenders').optional(),
      expiresAt: expiresAt.optional(),
    },
    errorCode('INVALID_BODY'),
  )
  .meta({ id: 'CreateSigningKeyRequest' });

/** The limit of the API key that created something. */
export const inheritedMints = z.int().nullable().meta({
  description:
    'Limit of the API key that created it: image mints in a billing month, of the key and all that it created together.',
});

const signingKeyFields = {
  signingKeyId: z.string().meta({ description: 'The first segment of its URLs.' }),
  name: z.string(),
  templateIds: z.array(z.string()).nullable().meta({ description: 'null: every template the account may use.' }),
  dailyRenders: z
    .int()
    .nullable()
    .meta({ description: 'Images that its URLs may render for the first time on a UTC day.' }),
  monthlyMints: inheritedMints,
  expiresAt: moment,
  createdAt: moment,
};

export const createSigningKeyResponse = z
  .object({
    ...signingKeyFields,
    signingKey: z.string().meta({ description: 'What signs: `iusk.<key>.<secret>`. Shown this once.' }),
    warnings: requestWarnings,
  })
  .meta({ id: 'CreateSigningKeyResponse' });
export const listSigningKeysResponse = z
  .object({ signingKeys: z.array(z.object(signingKeyFields).meta({ id: 'SigningKey' })) })
  .meta({ id: 'ListSigningKeysResponse', description: 'Newest first.' });
export const signingKeyPath = z.object({ signingKeyId: filled(errorCode('SIGNING_KEY_NOT_FOUND')) });
export const deleteSigningKeyQuery = z.object({
  revoke: z.enum(['true', 'false'], revokeText).default('false').meta({ description: 'Takes back its URLs as well.' }),
});
export const deleteSigningKeyResponse = z
  .object({ signingKeyId: z.string(), warnings: requestWarnings })
  .meta({ id: 'DeleteSigningKeyResponse' });
