import { engineNames } from 'image-url-engine/engine-names.ts';
import { getImageOptionValues, getValidText, type ImageOption, imageOptions } from 'image-url-engine/image-options.ts';
import { sizeNameForm, sizeNameText } from 'image-url-engine/values.ts';
import * as z from 'zod';
import { errorCode } from '../error-code.ts';
import type { PlainErrorCode } from '../errors.ts';
import { limits } from '../limits.ts';

export const engineName = z.enum(engineNames).meta({ description: 'What renders the image.' });

type Coded = ReturnType<typeof errorCode>;

/** Text that is not empty, such as an id. */
export const filled = (wrong: Coded) => z.string(wrong).min(1, wrong);

/** A whole number from `min` to `max`. */
export const whole = (min: number, max: number, wrong: Coded) => z.int(wrong).min(min, wrong).max(max, wrong);

/** A limit of a key or site. */
export const unitLimit = (field: string) =>
  whole(1, 1_000_000_000, errorCode('INVALID_BODY', `${field} must be a whole number from 1 to 1,000,000,000.`));

/** The name of a template or key. */
export const name = z
  .string(errorCode('INVALID_NAME', undefined, 'MISSING_NAME'))
  .max(limits.nameCharacters, errorCode('INVALID_NAME'))
  .refine((text) => text.trim() !== '' && isWellFormed(text), errorCode('INVALID_NAME'));

/** Warnings of a response about its request. */
export const requestWarnings = z.array(z.string()).optional().meta({
  description:
    'Fields and parameters of the request that are not known and were ignored, and what will not be rendered of a font; absent if there are none.',
});

export const moment = z.iso.datetime().meta({ description: 'ISO 8601, in UTC.' });

export const isNotEmpty = (fields: object): boolean => Object.values(fields).some((value) => value !== undefined);

const optionCodes = {
  size: 'INVALID_SIZE',
  width: 'INVALID_WIDTH',
  height: 'INVALID_HEIGHT',
  format: 'INVALID_FORMAT',
  quality: 'INVALID_BODY',
  devicePixelRatio: 'INVALID_DEVICE_PIXEL_RATIO',
} as const satisfies Record<ImageOption, PlainErrorCode>;

export const sizeName = z
  .string(errorCode('INVALID_SIZE'))
  .regex(sizeNameForm, errorCode('INVALID_SIZE', `size must be the name of a size, which ${sizeNameText}.`));

/** The options of an image. */
export const imageFields = {
  ...getImageOptionValues((name) => {
    const code = optionCodes[name];
    return errorCode(code, code === 'INVALID_BODY' ? getValidText(name) : undefined);
  }),
  size: sizeName,
};

/** Returns the schema of one side of an image, in CSS pixels, with a code of its own. */
export const side = (name: 'width' | 'height', code: PlainErrorCode) =>
  imageOptions[name].value(errorCode(code, getValidText(name)));

/** Returns whether UTF-8 can encode a text: a lone surrogate would change in a URL or a table. */
export const isWellFormed = (text: string): boolean => text.isWellFormed();

/** Version of a template's code, from 1. */
export const versionNumber = z.int(errorCode('INVALID_VERSION')).min(1, errorCode('INVALID_VERSION'));
