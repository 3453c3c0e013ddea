import * as z from 'zod';
import { engineNames } from '../engine-names.ts';
import { errorCode } from '../error-code.ts';
import type { PlainErrorCode } from '../errors.ts';
import { limits } from '../limits.ts';

export const engineName = z.enum(engineNames).meta({ description: 'What renders the image.' });

const { min, max } = limits.sidePx;

/** One side of an image, in CSS pixels. */
export const side = (code: PlainErrorCode, detail?: string) =>
  z.int(errorCode(code, detail)).min(min, errorCode(code, detail)).max(max, errorCode(code, detail));

const qualityText = `quality must be a number from ${limits.quality.min} to ${limits.quality.max}.`;
export const quality = (code: PlainErrorCode, detail = qualityText) =>
  z
    .number(errorCode(code, detail))
    .min(limits.quality.min, errorCode(code, detail))
    .max(limits.quality.max, errorCode(code, detail));

/** Name of a template's size. In an on-demand URL it follows the letter `s`. */
export const sizeNameForm = new RegExp(`^[a-z][a-z0-9]{0,${limits.sizeNameCharacters - 1}}$`);
export const sizeNameText = `begins with a letter from a to z and has at most ${limits.sizeNameCharacters} of these letters and digits`;

/** The name of a template's size. */
export const sizeName = z
  .string(errorCode('INVALID_SIZE'))
  .regex(sizeNameForm, errorCode('INVALID_SIZE', `size must be the name of a size, which ${sizeNameText}.`));

/** Returns whether UTF-8 can encode a text: a lone surrogate would change in a URL or a table. */
export const isWellFormed = (text: string): boolean => text.isWellFormed();

/** Version of a template's code, from 1. */
export const versionNumber = z.int(errorCode('INVALID_VERSION')).min(1, errorCode('INVALID_VERSION'));
