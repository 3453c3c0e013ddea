import * as z from 'zod';
import { imageFormats } from './image-formats.ts';
import { limits } from './limits.ts';
import { sizeNameForm } from './size-name.ts';

/** What zod says of an invalid value. */
type Wrong = { readonly error: (issue: { readonly input?: unknown }) => string } | undefined;

const { sidePx, quality } = limits;
const side = {
  value: (wrong?: Wrong) => z.int(wrong).min(sidePx.min, wrong).max(sidePx.max, wrong),
  valid: `a whole number from ${sidePx.min} to ${sidePx.max}`,
  argument: 'px',
} as const;
const fourDigits = /^[1-9]\d{0,3}$/;
/** A number with at most four decimals, without a zero at the end. */
const decimal = /^(0|[1-9]\d{0,3})(\.\d{0,3}[1-9])?$/;

/**
 * The options of an image: every schema, both forms of a URL, flags, and inputs of agents are made from this table.
 * `value` is the schema, `valid` completes "must be"; `argument` stands for a value in a command. `path` is the letter
 * in an on-demand URL and what follows it, `query` the parameter of a minted URL.
 */
export const imageOptions = {
  size: {
    value: (wrong?: Wrong) => z.string(wrong).regex(sizeNameForm, wrong),
    valid: "the name of one of the template's sizes",
    argument: 'name',
    path: { letter: 's', form: sizeNameForm },
  },
  width: { ...side, path: { letter: 'w', form: fourDigits }, query: { name: 'width', form: fourDigits } },
  height: { ...side, path: { letter: 'h', form: fourDigits }, query: { name: 'height', form: fourDigits } },
  format: {
    value: (wrong?: Wrong) => z.enum(imageFormats, wrong),
    valid: `${imageFormats.slice(0, -1).join(', ')} or ${imageFormats.at(-1)}`,
    argument: 'format',
    query: { name: 'format', form: new RegExp(`^(${imageFormats.join('|')})$`) },
  },
  quality: {
    value: (wrong?: Wrong) => z.number(wrong).min(quality.min, wrong).max(quality.max, wrong),
    valid: `a number from ${quality.min} to ${quality.max}`,
    argument: 'n',
    path: { letter: 'q', form: decimal, isDecimal: true },
    query: { name: 'quality', form: /^(0|[1-9]\d?|100)(\.\d+)?$/, isOptional: true },
  },
  devicePixelRatio: {
    value: (wrong?: Wrong) => z.number(wrong).positive(wrong),
    valid: 'a positive number',
    argument: 'n',
    path: { letter: 'x', form: decimal, isDecimal: true },
    query: { name: 'dpr', form: /^\d{1,4}(\.\d+)?$/ },
  },
} as const;

export type ImageOption = keyof typeof imageOptions;
type Values = { readonly [K in ImageOption]: ReturnType<(typeof imageOptions)[K]['value']> };

/** Options by name. */
export const imageOptionNames = Object.keys(imageOptions) as ImageOption[];

/** Returns the schema of each option, which reports what `wrong` returns for its name. */
export const getImageOptionValues = (wrong: (name: ImageOption) => Wrong = () => undefined): Values =>
  Object.fromEntries(imageOptionNames.map((name) => [name, imageOptions[name].value(wrong(name))])) as Values;

/** Returns whether an option's value is a number. */
export const isNumeric = (name: ImageOption): boolean => imageOptions[name].value().type === 'number';

type Stored = { readonly [K in Exclude<ImageOption, 'size'>]: z.ZodType<z.output<Values[K]>> };

/** Schemas of stored values: without limits, so that a record stays readable when one changes. */
export const storedImageOptions = Object.fromEntries(
  imageOptionNames
    .filter((name) => name !== 'size')
    .map((name) => [name, isNumeric(name) ? z.number() : imageOptions[name].value()]),
) as unknown as Stored;

/** Returns the sentence about an invalid value of an option. */
export const getValidText = (name: ImageOption): string => `${name} must be ${imageOptions[name].valid}.`;
