import type { DiagnosticCode } from '../../diagnostics/diagnostic-codes.ts';
import type { Diagnostic, Position } from '../../diagnostics/diagnostics.ts';
import { type EngineName, engineNames } from '../../engine-names.ts';
import { getImageOptionValues, imageOptions } from '../../image-options.ts';
import type { Json } from '../../json.ts';
import { limits } from '../../limits.ts';
import { getOutputSize, resolveOptions } from '../../rendering/render-options.ts';
import type { NamedSize, TemplateOptions } from '../../rendering/template-options.ts';
import { sizeNameForm, sizeNameText } from '../../size-name.ts';

export interface CheckedOptions {
  readonly options: TemplateOptions;
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
}

/** Position of `options` and of each of its literal fields. */
export type OptionsPosition = Position & { readonly fields: Readonly<Record<string, Position>> };

const isSide = (value: Json) => values.width.safeParse(value).success;

const isFamilies = (value: Json) =>
  typeof value === 'string' && value.trim() !== '' && value.length <= limits.fontFamiliesCharacters;

const isSize = ([name, size]: [string, Json | undefined]) =>
  sizeNameForm.test(name) && Array.isArray(size) && size.length === 2 && size.every(isSide);
const areSizes = (value: Json) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const sizes = Object.entries(value);
  return sizes.length > 0 && sizes.length <= limits.sizes && sizes.every(isSize);
};
const sizesText = `an object of 1 to ${limits.sizes} sizes like { og: [1200, 630] }: each name ${sizeNameText}, each side is ${imageOptions.width.valid}`;

type Check = readonly [(value: Json) => boolean, string];
const { size: _, ...values } = getImageOptionValues();
const ofImages = Object.fromEntries(
  (Object.keys(values) as (keyof typeof values)[]).map((name): [string, Check] => [
    name,
    [(value) => values[name].safeParse(value).success, imageOptions[name].valid],
  ]),
) as Record<keyof typeof values, Check>;

/** The check of each field, and a description of valid values. */
const fields = {
  ...ofImages,
  fontFamily: [isFamilies, `a list of families of at most ${limits.fontFamiliesCharacters} characters`],
  sizes: [areSizes, sizesText],
  preflight: [(value: Json) => typeof value === 'boolean', 'true or false'],
  engine: [(value: Json) => engineNames.includes(value as EngineName), engineNames.join(' or ')],
} as const satisfies Record<keyof TemplateOptions, Check>;

/** DynamoDB has no numbers between 0 and 1e-130, and image URLs have 20 decimals. */
const normaliseNumber = (value: Json | undefined) => (typeof value === 'number' && value < 1e-20 ? 0 : value);

/**
 * Checks a template's evaluated `options` export. Missing and undefined fields are not set; unknown fields cause a
 * warning. Source: docs/interface.md#options.
 */
export const checkOptions = (given: Json | undefined, at: OptionsPosition | undefined): CheckedOptions => {
  const position = (name: string): Position => at?.fields[name] ?? at ?? { line: 1, column: 1 };
  const diagnostic = (name: string, code: DiagnosticCode, message: string): Diagnostic => {
    const { line, column } = position(name);
    return { line, column, code, message };
  };
  if (given === undefined) return { options: {}, errors: [], warnings: [] };
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return { options: {}, errors: [diagnostic('', 'options', 'options must be an object.')], warnings: [] };

  const names = Object.keys(fields) as (keyof TemplateOptions)[];
  const chosen = names.filter((name) => given[name] !== undefined);
  const invalid = chosen
    .filter((name) => !fields[name][0](given[name] as Json))
    .map((name) => diagnostic(name, 'options', `options.${name} must be ${fields[name][1]}.`));
  const conflicting = given.sizes === undefined ? [] : chosen.filter((name) => name === 'width' || name === 'height');
  const conflicts = conflicting.map((name) =>
    diagnostic(name, 'options', `options.${name} cannot stand beside options.sizes, which has it already.`),
  );
  const errors = [...invalid, ...conflicts];
  const warnings = Object.keys(given)
    .filter((name) => !Object.hasOwn(fields, name))
    .map((name) => diagnostic(name, 'unknown-option', `options.${name} has no effect; there are ${names.join(', ')}.`));
  if (errors.length > 0) return { options: {}, errors, warnings };
  const plain = Object.fromEntries(
    chosen.flatMap((name) => (name === 'sizes' ? [] : [[name, normaliseNumber(given[name])]])),
  ) as TemplateOptions;
  const options = { ...plain, ...readSizes(given.sizes) };
  const tooLarge = (options.sizes ?? [options]).find((size) => !isWithinBudget({ ...options, ...size }));
  if (!tooLarge) return { options, errors: [], warnings };
  const budget = diagnostic('devicePixelRatio', 'options', budgetText({ ...options, ...tooLarge }));
  return { options: {}, errors: [budget], warnings };
};

/** Returns sizes in source order, and the first one as width and height. */
const readSizes = (given: Json | undefined): Pick<TemplateOptions, 'sizes' | 'width' | 'height'> => {
  if (given === undefined) return {};
  const sizes = Object.entries(given as Record<string, [number, number]>).map(
    ([name, [width, height]]): NamedSize => ({ name, width, height }),
  );
  const [first] = sizes;
  return { sizes, ...(first && { width: first.width, height: first.height }) };
};

const isWithinBudget = (options: TemplateOptions): boolean => {
  const chosen = resolveOptions({}, options);
  const { width, height } = getOutputSize(chosen);
  const isShort = Math.max(width, height) <= limits.longestSidePx[chosen.format];
  return width >= 1 && height >= 1 && width * height <= limits.outputPixels && isShort;
};

const budgetText = (options: TemplateOptions): string => {
  const { width, height, format, devicePixelRatio } = resolveOptions({}, options);
  const longest = `no side longer than the ${limits.longestSidePx[format]} a ${format} can have`;
  return `options.devicePixelRatio: ${width} x ${height} at ${devicePixelRatio} must give from 1 to 4096 x 4096 pixels, ${longest}.`;
};
