import * as z from 'zod';
import { coded } from '../coded.ts';
import { pictureTypeOf } from '../image-bytes.ts';
import { limits } from '../limits.ts';
import { isWellFormed, side } from './render.ts';
import { savedTemplateResponse } from './template.ts';

const bad = (detail: string) => coded('INVALID_ITEMS', detail);
const promptText = `prompt must be a string of 1 to ${limits.promptCharacters} characters.`;
const imageText =
  'imageDataUrl must be a data URL of the form data:image/<type>;base64,<data>, holding a png, jpeg, gif or webp image.';
const sideText = (name: string) => `${name} must be a whole number from ${limits.sidePx.min} to ${limits.sidePx.max}.`;

/** Enough bytes of a data URL's content to tell what it is. */
const firstBytes = (dataUrl: string): Uint8Array =>
  Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1).slice(0, 64), 'base64');

export const generateRequest = z
  .object(
    {
      items: z
        .array(
          z.object(
            {
              prompt: z
                .string(bad(promptText))
                .max(limits.promptCharacters, bad(promptText))
                .refine((text) => text.trim() !== '' && isWellFormed(text), bad(promptText)),
              width: side('INVALID_ITEMS', sideText('width')).optional(),
              height: side('INVALID_ITEMS', sideText('height')).optional(),
              imageDataUrl: z
                .string(bad(imageText))
                .regex(/^data:image\/[a-z0-9.+-]+;base64,[A-Za-z0-9+/]+={0,2}$/i, bad(imageText))
                .refine((url) => pictureTypeOf(firstBytes(url)) !== undefined, bad(imageText))
                .optional(),
            },
            bad('must be an object.'),
          ),
          bad('items must be an array.'),
        )
        .min(1, coded('EMPTY_ITEMS'))
        .max(
          limits.itemsPerGeneration,
          coded('TOO_MANY_ITEMS', `items holds more than ${limits.itemsPerGeneration} entries.`),
        ),
    },
    coded('INVALID_JSON'),
  )
  .meta({
    id: 'GenerateRequest',
    description: 'Prompts to make templates from; each item succeeds or fails on its own.',
  });

const failure = z.object({ ok: z.literal(false), error: z.object({ code: z.string(), message: z.string() }) });
const success = z.object({ ok: z.literal(true), result: savedTemplateResponse });

export const generateResponse = z
  .object({ results: z.array(z.discriminatedUnion('ok', [success, failure])) })
  .meta({ id: 'GenerateResponse', description: 'One result per item, in the order of the items.' });

export type GenerateRequest = z.output<typeof generateRequest>;
export type GenerateItem = GenerateRequest['items'][number];
export type GenerateResponse = z.output<typeof generateResponse>;
export type GenerateResult = GenerateResponse['results'][number];
