import { getImageType } from 'image-url-engine/images.ts';
import * as z from 'zod';
import { errorCode } from '../error-code.ts';
import { limits } from '../limits.ts';
import { isWellFormed, requestWarnings, side } from './render.ts';
import { diagnostic, savedTemplateResponse } from './template.ts';

const promptText = `prompt must be a string of 1 to ${limits.promptCharacters} characters.`;
const imageText =
  'imageDataUrl must be a data URL of the form data:image/<type>;base64,<data>, holding a png, jpeg, gif or webp image.';

/** Returns enough bytes of a data URL's content to detect its type. */
const firstBytes = (dataUrl: string): Uint8Array =>
  Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1).slice(0, 64), 'base64');

/** Input for the model: a prompt and an optional reference image. */
const getPromptFields = (code: 'INVALID_ITEMS' | 'INVALID_BODY') => {
  const bad = (detail: string) => errorCode(code, detail);
  return {
    prompt: z
      .string(bad(promptText))
      .max(limits.promptCharacters, bad(promptText))
      .refine((text) => text.trim() !== '' && isWellFormed(text), bad(promptText)),
    imageDataUrl: z
      .string(bad(imageText))
      .regex(/^data:image\/[a-z0-9.+-]+;base64,[A-Za-z0-9+/]+={0,2}$/i, bad(imageText))
      .refine((url) => getImageType(firstBytes(url)) !== undefined, bad(imageText))
      .optional(),
  };
};

export const generateRequest = z
  .object(
    {
      items: z
        .array(
          z.object(
            {
              ...getPromptFields('INVALID_ITEMS'),
              width: side('width', 'INVALID_ITEMS').optional(),
              height: side('height', 'INVALID_ITEMS').optional(),
            },
            errorCode('INVALID_ITEMS', 'An item must be an object.'),
          ),
          errorCode('INVALID_ITEMS', 'items must be an array.'),
        )
        .min(1, errorCode('EMPTY_ITEMS'))
        .max(
          limits.itemsPerGeneration,
          errorCode('TOO_MANY_ITEMS', `items holds more than ${limits.itemsPerGeneration} entries.`),
        ),
    },
    errorCode('INVALID_JSON'),
  )
  .meta({
    id: 'GenerateRequest',
    description: 'Prompts to make templates from; each item succeeds or fails on its own.',
  });

export const reviseRequest = z
  .object(
    {
      ...getPromptFields('INVALID_BODY'),
      save: z.boolean(errorCode('INVALID_BODY', 'save must be true or false.')).default(true).meta({
        description: 'false: the response has the code, and the template stays as it is.',
      }),
    },
    errorCode('INVALID_BODY'),
  )
  .meta({ id: 'ReviseRequest', description: 'What to change of a template.' });

const report = z
  .object({
    rounds: z.int().meta({ description: 'Answers of the model that were looked at.' }),
    fixed: z
      .array(z.object({ code: z.string(), message: z.string() }))
      .meta({ description: 'What was wrong with earlier answers and is not with the template that was saved.' }),
    findings: z.array(diagnostic).meta({ description: 'What is still to mend in the template that was saved.' }),
  })
  .meta({ id: 'GenerationReport' });

const failure = z.object({ ok: z.literal(false), error: z.object({ code: z.string(), message: z.string() }) });
const success = z.object({ ok: z.literal(true), result: savedTemplateResponse.omit({ warnings: true }), report });
const revised = success.extend({
  code: z.string().optional().meta({ description: 'The revised code, with `save: false`.' }),
});
const generateResult = z.discriminatedUnion('ok', [success, failure]);
const withWarnings = { warnings: requestWarnings };

export const generateResponse = z
  .object({ results: z.array(generateResult), ...withWarnings })
  .meta({ id: 'GenerateResponse', description: 'One result per item, in the order of the items.' });

export const reviseResponse = z
  .discriminatedUnion('ok', [revised.extend(withWarnings), failure.extend(withWarnings)])
  .meta({ id: 'ReviseResponse' });

export const generationPath = z.object({
  generationId: z
    .string(errorCode('GENERATION_NOT_FOUND'))
    .meta({ description: 'The Idempotency-Key of the request, best a UUID.' }),
});

const steps = ['waiting', 'writing', 'checking', 'saving', 'saved', 'failed', 'canceled'] as const;

export const itemProgress = z.object({
  step: z.enum(steps).meta({
    description:
      'waiting for its turn, writing (the model answers), checking (its answer is rendered), saving, or how it ended.',
  }),
  iteration: z.int().meta({ description: 'Number of the iteration, from 1; 0 before the first.' }),
  iterations: z.int().meta({ description: 'Most iterations that it may have.' }),
});

export const generationProgress = z
  .object({
    generationId: z.string(),
    status: z.enum(['running', 'canceling', 'ended']),
    items: z.array(itemProgress).meta({ description: 'In the order of the request; a revision has one.' }),
  })
  .meta({ id: 'GenerationProgress', description: 'How far a generation or revision is.' });

export type ItemProgress = z.output<typeof itemProgress>;
export type GenerationProgress = z.output<typeof generationProgress>;
export type GenerateRequest = z.output<typeof generateRequest>;
export type GenerateItem = GenerateRequest['items'][number];
export type GenerateResponse = z.output<typeof generateResponse>;
export type GenerateResult = z.output<typeof generateResult>;
export type ReviseResponse = z.output<typeof reviseResponse>;
export type ReviseRequest = z.output<typeof reviseRequest>;
