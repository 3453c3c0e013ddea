import { clientClasses } from 'image-url-engine/client-classes.ts';
import { imageFormats, outputMimeTypes } from 'image-url-engine/images.ts';
import * as z from 'zod';
import { errorCode } from '../error-code.ts';
import { limits } from '../limits.ts';
import { isSizedOnce, sizedTwice, trialFields } from './mint.ts';
import { engineName, filled, isNotEmpty, isWellFormed, moment, name, requestWarnings } from './render.ts';

export const templateScopes = ['all', 'mine', 'starter'] as const;

const badDescription = errorCode(
  'INVALID_JSON',
  `description must be a string of at most ${limits.descriptionCharacters} characters.`,
);
const description = z
  .string(badDescription)
  .max(limits.descriptionCharacters, badDescription)
  .refine(isWellFormed, badDescription);

/** @param ifEmpty code for an empty text: a missing code on create, an invalid code on update */
const code = (ifEmpty: 'MISSING_CODE' | 'INVALID_CODE') =>
  z
    .string(errorCode('INVALID_CODE', undefined, 'MISSING_CODE'))
    .refine((text) => text !== '', errorCode(ifEmpty))
    .max(limits.codeCharacters, errorCode('INVALID_CODE'))
    .refine(isWellFormed, errorCode('INVALID_CODE', 'code holds an unpaired surrogate.'));

/** Fields of the former payload. The error names them, so that the caller knows what to change. */
const legacyFields = ['jsx', 'html', 'css', 'googleFonts', 'google_fonts', 'fonts'] as const;
const legacyText = `Old-style fields are not accepted (${legacyFields.join(', ')}); send the template's source as code.`;
const refused = z.never(errorCode('LEGACY_TEMPLATE_PAYLOAD', legacyText)).optional();
const noLegacyFields = Object.fromEntries(legacyFields.map((field) => [field, refused])) as Record<
  (typeof legacyFields)[number],
  typeof refused
>;

export const createTemplateRequest = z
  .object(
    { ...noLegacyFields, name, description: description.optional(), code: code('MISSING_CODE') },
    errorCode('INVALID_JSON'),
  )
  .meta({ id: 'CreateTemplateRequest' });

export const updateTemplateRequest = z
  .object(
    {
      ...noLegacyFields,
      name: name.optional(),
      description: description.optional(),
      code: code('INVALID_CODE').optional(),
    },
    errorCode('INVALID_JSON'),
  )
  .refine(isNotEmpty, errorCode('EMPTY_UPDATE'))
  .meta({ id: 'UpdateTemplateRequest' });

/** A variable as callers see it. `defaultValue` is text, JSON for any other default, and '' for none. */
const templateVariable = z
  .object({
    name: z.string(),
    defaultValue: z.string(),
    required: z.boolean().meta({ description: 'A mint without it is refused.' }),
  })
  .meta({ id: 'TemplateVariable' });

const otherVariables = z
  .literal(true)
  .optional()
  .meta({ description: 'Present where the code reads its props as a whole: it may use variables of any name.' });

const templateSizes = z.array(z.object({ name: z.string(), width: z.int(), height: z.int() })).meta({
  description: 'Its sizes in the order of the code, the first being the default; absent where it names none.',
});

/** A diagnostic about one position in the code; lines and columns count from 1. */
export const templateWarning = z
  .object({ line: z.int(), column: z.int(), code: z.string(), message: z.string() })
  .meta({ id: 'TemplateWarning' });

const summary = {
  _id: z.string(),
  name: z.string(),
  variables: z.array(templateVariable),
  otherVariables,
  width: z.int(),
  height: z.int(),
  sizes: templateSizes.optional(),
  format: z.enum(imageFormats),
  version: z.int().meta({ description: 'Grows when the code changes; the default of `tv`.' }),
  engine: engineName,
  createdAt: moment,
  updatedAt: moment,
};

/** The template in responses of create, update and generate. */
const savedTemplate = z
  .object({
    ...summary,
    description: z.string(),
    devicePixelRatio: z.number(),
    isPublic: z.boolean(),
    warnings: z.array(templateWarning),
  })
  .meta({ id: 'SavedTemplate' });

export const savedTemplateResponse = z
  .object({ templateId: z.string(), template: savedTemplate, warnings: requestWarnings })
  .meta({ id: 'SavedTemplateResponse' });

export const getTemplateResponse = z
  .object({ template: z.object({ ...summary, code: z.string() }) })
  .meta({ id: 'GetTemplateResponse' });

export const listTemplatesQuery = z.object({
  scope: z.enum(templateScopes, errorCode('INVALID_SCOPE')).default('all'),
});

export const listTemplatesResponse = z
  .object({
    scope: z.enum(templateScopes),
    templates: z.array(
      z.object({
        ...summary,
        description: z.string(),
        devicePixelRatio: z.number(),
        signedPreviewUrl: z.string(),
        isPublic: z.boolean(),
      }),
    ),
    warnings: requestWarnings,
  })
  .meta({ id: 'ListTemplatesResponse' });

export const diagnostic = z
  .object({
    code: z.string(),
    message: z.string(),
    line: z.int().optional(),
    column: z.int().optional(),
    endLine: z.int().optional(),
    endColumn: z.int().optional(),
  })
  .meta({ id: 'Diagnostic', description: 'Lines and columns count from 1; the end is behind the last character.' });

const exactlyOne = errorCode('INVALID_BODY', 'Send either code or templateId.');
const boxesText = errorCode('INVALID_BODY', 'boxes must be true or false.');
const imageText = errorCode('INVALID_BODY', 'image must be true or false.');
const clientClassText = errorCode('INVALID_BODY', `clientClass must be ${clientClasses.join(' or ')}.`);
const idText = errorCode('INVALID_BODY', 'templateId must be a string.');

export const checkTemplateRequest = z
  .object(
    {
      code: code('INVALID_CODE').optional(),
      templateId: filled(idText).optional(),
      ...trialFields,
      image: z.boolean(imageText).optional().meta({ description: 'Render it too; false by default.' }),
      boxes: z.boolean(boxesText).optional().meta({ description: 'Tell where its elements lie; false by default.' }),
      clientClass: z
        .enum(clientClasses, clientClassText)
        .optional()
        .meta({ description: 'Who the image is for; other by default.' }),
    },
    errorCode('INVALID_BODY'),
  )
  .refine((body) => (body.code === undefined) !== (body.templateId === undefined), exactlyOne)
  .refine(isSizedOnce, sizedTwice)
  .meta({ id: 'CheckTemplateRequest', description: 'Code, or the id of a template, and how to try it.' });

export const checkTemplateResponse = z
  .object({
    ok: z.boolean(),
    errors: z.array(diagnostic),
    warnings: z.array(diagnostic),
    variables: z.array(templateVariable),
    otherVariables,
    options: z
      .object({
        width: z.int(),
        height: z.int(),
        format: z.enum(imageFormats),
        quality: z.number().optional(),
        devicePixelRatio: z.number(),
        engine: engineName,
      })
      .nullable()
      .meta({ description: 'How it is rendered; null when the code cannot be read.' }),
    sizes: templateSizes.optional(),
    image: z
      .object({
        contentType: z.enum(outputMimeTypes),
        width: z.int(),
        height: z.int(),
        bytes: z.int(),
        data: z.base64(),
      })
      .nullable()
      .meta({ description: 'Null unless asked for, when there are errors, and when it is too large.' }),
    boxes: z
      .array(
        z.object({
          element: z.string(),
          x: z.number(),
          y: z.number(),
          width: z.number(),
          height: z.number(),
          line: z.int(),
          column: z.int(),
        }),
      )
      .max(limits.checkedBoxes)
      .optional()
      .meta({ description: 'Where the elements of the image lie, in CSS pixels; only where both were asked for.' }),
  })
  .meta({ id: 'CheckTemplateResponse' });

export const templatePath = z.object({
  templateId: z.string(errorCode('MISSING_TEMPLATE_ID')).trim().min(1, errorCode('MISSING_TEMPLATE_ID')),
});

export const templateVersionPath = templatePath.extend({
  version: z
    .string(errorCode('INVALID_VERSION'))
    .regex(/^[1-9]\d{0,8}$/, errorCode('INVALID_VERSION'))
    .transform(Number),
});

export const listVersionsResponse = z
  .object({
    versions: z.array(
      z.object({ version: z.int(), createdAt: moment, engine: engineName, isCurrent: z.boolean() }).meta({
        id: 'TemplateVersion',
      }),
    ),
  })
  .meta({ id: 'ListVersionsResponse', description: 'Newest first.' });

export const deleteTemplateResponse = z.object({ templateId: z.string() }).meta({ id: 'DeleteTemplateResponse' });

export type TemplateScope = (typeof templateScopes)[number];
export type TemplateWarning = z.output<typeof templateWarning>;
export type SavedTemplateResponse = z.output<typeof savedTemplateResponse>;
export type GetTemplateResponse = z.output<typeof getTemplateResponse>;
export type ListTemplatesResponse = z.output<typeof listTemplatesResponse>;
export type CheckTemplateRequest = z.output<typeof checkTemplateRequest>;
export type CheckTemplateResponse = z.output<typeof checkTemplateResponse>;
export type ListVersionsResponse = z.output<typeof listVersionsResponse>;
