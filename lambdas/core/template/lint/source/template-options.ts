import { type EngineName, engineNames } from '../../../../contract/engine-names.ts';
import { limits } from '../../../../contract/limits.ts';
import type { Json } from '../../../../contract/schemas/mint.ts';
import { type ImageFormat, imageFormats } from '../../../../contract/schemas/render.ts';
import { chosenOptions, outputSize } from '../../../rendering/render-options.ts';
import type { TemplateOptions } from '../../render-plan/render-plan.ts';
import type { DiagnosticCode } from './diagnostic-codes.ts';
import type { Diagnostic, Position } from './diagnostics.ts';

export interface CheckedOptions {
  readonly options: TemplateOptions;
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
}

/** Where `options` stands, and each of its fields that is written out. */
export type OptionsPosition = Position & { readonly fields: Readonly<Record<string, Position>> };

type Given = Readonly<Record<string, Json | undefined>>;

const { sidePx, quality } = limits;
const isSide = (value: Json) => Number.isInteger(value) && Number(value) >= sidePx.min && Number(value) <= sidePx.max;

const isFamilies = (value: Json) =>
  typeof value === 'string' && value.trim() !== '' && value.length <= limits.fontFamiliesCharacters;

/** Every field: what it may be, and that in words. */
const fields = {
  width: [isSide, `a whole number from ${sidePx.min} to ${sidePx.max}`],
  height: [isSide, `a whole number from ${sidePx.min} to ${sidePx.max}`],
  format: [(value: Json) => imageFormats.includes(value as ImageFormat), imageFormats.join(', ')],
  quality: [
    (value: Json) => typeof value === 'number' && value >= quality.min && value <= quality.max,
    `a number from ${quality.min} to ${quality.max}`,
  ],
  devicePixelRatio: [(value: Json) => typeof value === 'number' && value > 0, 'a positive number'],
  fontFamily: [isFamilies, `a list of families of at most ${limits.fontFamiliesCharacters} characters`],
  engine: [(value: Json) => engineNames.includes(value as EngineName), engineNames.join(' or ')],
} as const satisfies Record<keyof TemplateOptions, readonly [(value: Json) => boolean, string]>;

/** Tables hold no number nearer to zero than 1e-130, and URLs of images have 20 decimals. */
const normaliseNumber = (value: Json | undefined) => (typeof value === 'number' && value < 1e-20 ? 0 : value);

/**
 * Checks a template's `options` export as the sandbox found it. A field left out or undefined is not chosen; a field
 * nobody reads is worth a warning. Source: docs/interface.md#options.
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
  const errors = chosen
    .filter((name) => !fields[name][0](given[name] as Json))
    .map((name) => diagnostic(name, 'options', `options.${name} must be ${fields[name][1]}.`));
  const warnings = Object.keys(given)
    .filter((name) => !Object.hasOwn(fields, name))
    .map((name) => diagnostic(name, 'unknown-option', `options.${name} has no effect; there are ${names.join(', ')}.`));
  if (errors.length > 0) return { options: {}, errors, warnings };
  const options = Object.fromEntries(chosen.map((name) => [name, normaliseNumber(given[name])])) as TemplateOptions;
  const budget = isWithinBudget(options) ? [] : [diagnostic('devicePixelRatio', 'options', budgetText(given))];
  return { options: budget.length > 0 ? {} : options, errors: budget, warnings };
};

const isWithinBudget = (options: TemplateOptions): boolean => {
  const chosen = chosenOptions({}, options);
  const { width, height } = outputSize(chosen);
  const isShort = Math.max(width, height) <= limits.longestSidePx[chosen.format];
  return width >= 1 && height >= 1 && width * height <= limits.outputPixels && isShort;
};

const budgetText = (given: Given): string => {
  const { width, height, format, devicePixelRatio } = chosenOptions({}, given as TemplateOptions);
  const longest = `no side longer than the ${limits.longestSidePx[format]} a ${format} can have`;
  return `options.devicePixelRatio: ${width} x ${height} at ${devicePixelRatio} must give from 1 to 4096 x 4096 pixels, ${longest}.`;
};
