import { outputMimeTypes } from 'image-url-engine/images.ts';
import { type Json, variableName, variableNameText } from 'image-url-engine/values.ts';
import * as z from 'zod';
import { errorCode } from '../error-code.ts';
import { limits } from '../limits.ts';
import { engineName, filled, imageFields, isWellFormed, requestWarnings, sizeName, versionNumber } from './render.ts';

const badTv = errorCode('INVALID_BODY', `tv must be a string of 1 to ${limits.templateVersionCharacters} characters.`);
const countText = `variables holds more than ${limits.variables} entries.`;
const surrogateText = 'variables holds text with an unpaired surrogate.';
const isWholeText = (value: unknown): boolean => {
  if (typeof value === 'string') return isWellFormed(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, inner]) => isWellFormed(name) && isWholeText(inner));
};

const numberText = 'variables holds a number that is too large.';
/** Any JSON value. Valid JSON that fails here contains a number too large for JavaScript, such as 1e400. */
const json: z.ZodType<Json> = z
  .lazy(() =>
    z.union(
      [z.string(), z.number(), z.boolean(), z.null(), z.array(json), z.record(z.string(), json)],
      errorCode('INVALID_VARIABLES', numberText),
    ),
  )
  .meta({ id: 'Json', description: 'Any JSON value.' });

/** Values of template variables: any JSON (docs/interface.md#minting). */
const variables = z
  .record(z.string(), json, errorCode('INVALID_VARIABLES'))
  .refine((given) => Object.keys(given).length <= limits.variables, errorCode('INVALID_VARIABLES', countText))
  .refine(
    (given) => Object.keys(given).every((name) => variableName.test(name)),
    errorCode('INVALID_VARIABLES', variableNameText),
  )
  .refine(isWholeText, errorCode('INVALID_VARIABLES', surrogateText))
  .meta({ id: 'Variables', description: 'Values for the template variables, by name.' });

/** Input for evaluating and rendering a template. */
export const trialFields = {
  variables: variables.optional(),
  ...z.object(imageFields).partial().shape,
  size: sizeName.optional().meta({ description: 'Name of one of the template’s sizes; the first by default.' }),
};

/** Forms of a signed URL: parameters in the query, or an on-demand URL. */
const urlForms = ['query', 'path'] as const;
const formText = 'form must be "query" or "path".';
const batchFormText = 'form must be "query" in a batch; send the item to POST /v1/url for "path".';

const itemFields = {
  templateId: filled(errorCode('MISSING_TEMPLATE_ID')),
  ...trialFields,
  tv: filled(badTv).max(limits.templateVersionCharacters, badTv).refine(isWellFormed, badTv).optional(),
  version: versionNumber.optional().meta({ description: 'Renders this version; the current one by default.' }),
  details: z
    .boolean(errorCode('INVALID_BODY', 'details must be true or false.'))
    .optional()
    .meta({ description: 'Adds `details` to the answer.' }),
  options: z
    .unknown()
    .meta({ description: 'No field: width, height and the others stand beside it. Sent, it is warned of.' })
    .optional(),
  prewarm: z
    .boolean(errorCode('INVALID_BODY', 'prewarm must be true or false.'))
    .optional()
    .meta({ description: 'Has the image rendered right after the answer.' }),
};

type Sized = { readonly [field in 'size' | 'sizes' | 'width' | 'height']?: unknown };
/** Returns whether at most one way of giving a size is used. */
export const isSizedOnce = ({ size, sizes, width, height }: Sized): boolean =>
  (size === undefined && sizes === undefined) ||
  (width === undefined && height === undefined && (size === undefined || sizes === undefined));
export const sizedTwice = errorCode('INVALID_SIZE', 'Send one of size, sizes, and width with height.');

const badSizes = errorCode('INVALID_SIZE', `sizes must be a list of 1 to ${limits.sizes} names of sizes, each once.`);
const sizes = z
  .array(sizeName, badSizes)
  .min(1, badSizes)
  .max(limits.sizes, badSizes)
  .refine((names) => new Set(names).size === names.length, badSizes);
const setFormText = 'sizes has no URL of the form "path"; send one size at a time.';
const batchSizesText = 'sizes has no place in a batch: send an item for each size, or POST /v1/url.';

export const mintRequest = z
  .object(
    {
      ...itemFields,
      form: z
        .enum(urlForms, errorCode('INVALID_BODY', formText))
        .optional()
        .meta({ description: '`path` answers an on-demand URL, as the client signs it; `query` by default.' }),
      sizes: sizes.optional().meta({ description: 'Mints a URL for each of these sizes, all of them or none.' }),
    },
    errorCode('INVALID_BODY'),
  )
  .refine(isSizedOnce, sizedTwice)
  .refine((body) => body.sizes === undefined || body.form !== 'path', errorCode('INVALID_SIZE', setFormText))
  .meta({ id: 'MintRequest', description: 'What to mint a signed image URL for.' });

const expiresAt = z.int().meta({ description: 'When the URL expires: Unix time in milliseconds.' });

const details = z
  .object({
    width: z.int(),
    height: z.int(),
    contentType: z.enum(outputMimeTypes),
    version: z.int(),
    engine: engineName,
  })
  .meta({ id: 'MintDetails', description: 'The image behind the URL; width and height in its own pixels.' });

export const mintResponse = z
  .object({
    url: z.url().meta({ description: 'Signed public URL.' }),
    expiresAt,
    details: details.optional().meta({ description: 'Present when the request asks for it.' }),
    warnings: z.array(z.string()).optional().meta({
      description:
        'What of the request was ignored, images that can never be fetched, and samples of a starter that the image shows; absent if there are none.',
    }),
  })
  .meta({ id: 'MintResponse' });

const mintSetResponse = z
  .object({ urls: z.record(sizeName, mintResponse), warnings: requestWarnings })
  .meta({ id: 'MintSetResponse', description: 'The URLs by size; the answer to a request with `sizes`.' });

/** The response of `POST /v1/url`. */
export const mintAnswer = z.union([mintResponse, mintSetResponse]);

const itemText = 'An item must be an object.';
const tooMany = `items holds more than ${limits.itemsPerMint} entries.`;

export const mintBatchRequest = z
  .object(
    {
      items: z
        .array(
          z
            .object(
              {
                ...itemFields,
                form: z.literal('query', errorCode('INVALID_BODY', batchFormText)).optional(),
                sizes: z.never(errorCode('INVALID_SIZE', batchSizesText)).optional(),
              },
              errorCode('INVALID_ITEMS', itemText),
            )
            .refine(isSizedOnce, sizedTwice),
          errorCode('INVALID_ITEMS', 'items must be an array.'),
        )
        .min(1, errorCode('EMPTY_ITEMS'))
        .max(limits.itemsPerMint, errorCode('TOO_MANY_ITEMS', tooMany)),
    },
    errorCode('INVALID_BODY'),
  )
  .meta({ id: 'MintBatchRequest', description: 'What to mint several signed image URLs for: all of them or none.' });

export const mintBatchResponse = z
  .object({ urls: z.array(z.object({ templateId: z.string(), ...mintResponse.shape })), warnings: requestWarnings })
  .meta({ id: 'MintBatchResponse', description: 'The URLs, in the order of the items.' });

export type MintRequest = z.output<typeof mintRequest>;
export type MintDetails = z.output<typeof details>;
export type MintResponse = z.output<typeof mintResponse>;
export type MintItem = MintBatchRequest['items'][number];
export type MintBatchRequest = z.output<typeof mintBatchRequest>;
