import { kinds, readTokens } from '../../css-tokens.ts';
import { getPixels, rootFontSize } from '../../styles/values/lengths.ts';
import type { Size } from '../boxes.ts';

/** What a media query asks of an image, and the value that is true of it, as of a page on a screen. */
const preferences: Readonly<Record<string, string>> = {
  ...{
    'prefers-color-scheme': 'light',
    'prefers-reduced-motion': 'no-preference',
    'prefers-contrast': 'no-preference',
  },
  ...{ 'prefers-reduced-transparency': 'no-preference', 'prefers-reduced-data': 'no-preference' },
  ...{ hover: 'hover', 'any-hover': 'hover', pointer: 'fine', 'any-pointer': 'fine', update: 'fast' },
  ...{ 'color-gamut': 'srgb', 'dynamic-range': 'standard', 'forced-colors': 'none', 'inverted-colors': 'none' },
};

type Comparison = (own: number, asked: number) => boolean;
const comparisons: Readonly<Record<string, Comparison>> = {
  ...{ '<': (own, asked) => own < asked, '<=': (own, asked) => own <= asked, '=': (own, asked) => own === asked },
  ...{ '>': (own, asked) => own > asked, '>=': (own, asked) => own >= asked },
};
const turned: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '=': '=', '>': '<', '>=': '<=' };

/** Parses `600px` or `16 / 9`. */
const toNumber = (written: string): number | undefined => {
  const [, across, down] = /^([\d.]+)\s*\/\s*([\d.]+)$/.exec(written) ?? [];
  return across === undefined ? getPixels(written, rootFontSize) : Number(across) / Number(down);
};

/** Returns whether a feature such as `min-height: 50px` or `400px <= height` is true of an image; undefined if unknown. */
const isTrue = (feature: string, { width, height }: Size): boolean | undefined => {
  const sizes: Readonly<Record<string, number>> = { height, 'aspect-ratio': width / height };
  const [name = '', value] = feature
    .toLowerCase()
    .split(':', 2)
    .map((part) => part.trim());
  if (name === 'orientation' && value !== undefined) return (value === 'portrait') === height >= width;
  if (name === 'color' && value === undefined) return true;
  if (name === 'monochrome' && value === undefined) return false;
  const preferred = Object.hasOwn(preferences, name) ? preferences[name] : undefined;
  if (preferred !== undefined)
    return value === undefined ? !/^no(?:ne|-preference)$/.test(preferred) : value === preferred;
  const [, bound, sized = ''] = /^(?:(min|max)-)?(.+)$/.exec(name) ?? [];
  if (Object.hasOwn(sizes, sized) && value !== undefined)
    return isInRange([bound === 'min' ? '>=' : bound === 'max' ? '<=' : '=', value], sizes[sized] as number);
  return isInside(feature.toLowerCase(), sizes);
};

const isInRange = ([operator, value]: readonly [string, string], own: number): boolean | undefined => {
  const asked = toNumber(value.trim());
  return asked === undefined ? undefined : comparisons[operator]?.(own, asked);
};

/** Evaluates `height > 50px` and `50px < height <= 90px`. */
const isInside = (feature: string, sizes: Readonly<Record<string, number>>): boolean | undefined => {
  const parts = feature.split(/([<>]=?|=)/).map((part) => part.trim());
  const at = parts.findIndex((part) => Object.hasOwn(sizes, part));
  if (at < 0 || parts.length > 5) return undefined;
  const own = sizes[parts[at] ?? ''] as number;
  const [before, left, , right, after] = [parts[at - 2], parts[at - 1], '', parts[at + 1], parts[at + 2]];
  const results = [
    ...(before === undefined || left === undefined ? [] : [isInRange([turned[left] ?? '', before], own)]),
    ...(after === undefined || right === undefined ? [] : [isInRange([right, after], own)]),
  ];
  return results.includes(undefined) || results.length === 0 ? undefined : results.every(Boolean);
};

const always = '(min-width: 0px)';
const never = '(max-width: 0px)';

/**
 * Returns a style sheet in which features of `@media` that ask for more than the width, such as `(orientation: portrait)`,
 * are replaced by ones that are always or never true: takumi 2.16 knows neither the height of the image nor preferences.
 */
export const resolveMedia = (css: string, image: Size): string => {
  if (!/@media/i.test(css)) return css;
  let result = '';
  let done = 0;
  let isMedia = false;
  let opened: number | undefined;
  readTokens(css, (kind, start, end) => {
    if (kind === kinds.AtKeyword) isMedia = css.slice(start, end).toLowerCase() === '@media';
    if (kind === kinds.LeftCurlyBracket || kind === kinds.Semicolon) isMedia = false;
    if (!isMedia) return;
    // the innermost brackets are those of features
    if (kind === kinds.LeftParenthesis) opened = start;
    if (kind !== kinds.RightParenthesis || opened === undefined) return;
    const answer = isTrue(css.slice(opened + 1, start).trim(), image);
    if (answer !== undefined) {
      result += css.slice(done, opened) + (answer ? always : never);
      done = end;
    }
    opened = undefined;
  });
  return result + css.slice(done);
};
