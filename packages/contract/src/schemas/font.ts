import { formatThousands } from 'image-url-engine/words.ts';
import * as z from 'zod';
import { errorCode } from '../error-code.ts';
import { limits } from '../limits.ts';
import { filled, isWellFormed, moment, requestWarnings } from './render.ts';

const dataText = errorCode('INVALID_FONT');
const sizeText = errorCode(
  'INVALID_FONT',
  `data must hold at most ${formatThousands(limits.fontBytes)} bytes; leave out characters or features nobody needs.`,
);
const familyText = errorCode(
  'INVALID_FONT',
  `family must be a name of 1 to ${limits.fontFamilyCharacters} characters without quotes, commas and what is not seen.`,
);

/** Maximum length of a font in base64; longer text contains at least one byte too many. */
const longestData = Math.ceil(limits.fontBytes / 3) * 4;
/** With or without padding, because command lines omit it. */
const base64 = /^[A-Za-z0-9+/]+={0,2}$/;
/** A family name that needs no quotes in a list of families. */
const familyName = /^[^\p{C}\p{Z}"',;\\{}<>](?:[^\p{C}"',;\\{}<>]*[^\p{C}\p{Z}"',;\\{}<>])?$/u;

export const createFontRequest = z
  .object(
    {
      data: z
        .string(dataText)
        .max(longestData, sizeText)
        .refine((text) => base64.test(text) && text.length % 4 !== 1, dataText)
        .meta({
          description: `A TTF, OTF, WOFF or WOFF2 file of at most ${formatThousands(limits.fontBytes)} bytes, in base64.`,
        }),
      family: z
        .string(familyText)
        .max(limits.fontFamilyCharacters, familyText)
        .refine((text) => familyName.test(text) && isWellFormed(text), familyText)
        .optional()
        .meta({ description: 'What templates call it in `fontFamily`. Default: what the file calls itself.' }),
    },
    errorCode('INVALID_BODY'),
  )
  .meta({ id: 'CreateFontRequest' });

const font = z
  .object({
    fontId: z.string(),
    family: z.string().meta({ description: 'What templates call it in `fontFamily`.' }),
    faces: z
      .array(z.object({ weight: z.int(), style: z.enum(['normal', 'italic']) }))
      .meta({ description: 'Of a variable font the hundreds of its axis, and its ends; it has every weight between.' }),
    isVariable: z.boolean(),
    scripts: z.array(z.string()).meta({ description: 'Scripts it has letters of, by their names in Unicode.' }),
    bytes: z.int().meta({ description: 'Of the file as it was sent.' }),
    sha256: z.string().meta({ description: 'SHA-256 of the font as it is stored, unpacked, in hex.' }),
    createdAt: moment,
  })
  .meta({ id: 'Font' });

export const createFontResponse = z
  .object({ fontId: z.string(), font, warnings: requestWarnings })
  .meta({ id: 'CreateFontResponse' });
export const listFontsResponse = z
  .object({ fonts: z.array(font) })
  .meta({ id: 'ListFontsResponse', description: 'Newest first.' });
export const fontPath = z.object({ fontId: filled(errorCode('FONT_NOT_FOUND')) });
export const deleteFontResponse = z.object({ fontId: z.string() }).meta({ id: 'DeleteFontResponse' });

export type FontView = z.output<typeof font>;
export type CreateFontResponse = z.output<typeof createFontResponse>;
export type ListFontsResponse = z.output<typeof listFontsResponse>;
