import { getOwn } from '../../get-own.ts';

const named: Readonly<Record<string, string>> = {
  auto: 'auto',
  full: '100%',
  min: 'min-content',
  max: 'max-content',
  fit: 'fit-content',
  none: 'none',
  px: '1px',
};

/** Widths in pixels that `max-w-...` and similar utilities name. */
export const containers: Readonly<Record<string, number>> = {
  '3xs': 256,
  '2xs': 288,
  xs: 320,
  sm: 384,
  md: 448,
  lg: 512,
  xl: 576,
  '2xl': 672,
  '3xl': 768,
  '4xl': 896,
  '5xl': 1024,
  '6xl': 1152,
  '7xl': 1280,
};

/** Breakpoints in pixels. */
const screens: Readonly<Record<string, number>> = {
  ...{ 'screen-sm': 640, 'screen-md': 768, 'screen-lg': 1024, 'screen-xl': 1280, 'screen-2xl': 1536 },
};

/** Returns the value in square brackets or the variable in round ones, with `_` replaced by a space except in URLs; undefined without brackets. */
export const parseArbitrary = (text: string): string | undefined => {
  const [, variable] = /^\((?:[a-z-]+:)?(--[\w-]+)\)$/.exec(text) ?? [];
  if (variable !== undefined) return `var(${variable})`;
  const value = /^\[((?:[^[\]]|\[[^[\]]*\])+)\]$/.exec(text)?.[1];
  if (value === undefined || value.includes('url(')) return value;
  const spaced = value.replace(/(?<!\\)_/g, ' ').replaceAll('\\_', '_');
  // CSS requires spaces in `calc(100%-20px)`, and class names cannot contain any.
  return /^(?:calc|min|max|clamp)\(/.test(spaced) ? spaced.replace(/(?<=[\d)%a-z])([+-])(?=[\d(.])/g, ' $1 ') : spaced;
};

/**
 * Parses the length of a utility: `4` (quarters of 16 pixels), `1.5`, `px`, `1/2`, `full`, `[13px]`.
 *
 * @returns a number of pixels, or any other length as CSS; undefined if it is not a length.
 */
export const parseUtilityLength = (text: string, axis: 'x' | 'y' = 'x'): number | string | undefined => {
  const given = parseArbitrary(text);
  if (given !== undefined) return /^-?\d+(?:\.\d+)?$/.test(given) ? Number(given) : given.replace(/^length:/, '');
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text) * 4;
  const fraction = /^(\d+)\/(\d+)$/.exec(text);
  if (fraction) return `${Math.round((Number(fraction[1]) / Number(fraction[2])) * 1e6) / 1e4}%`;
  if (text === 'screen') return axis === 'x' ? '100vw' : '100vh';
  const [, viewport] = /^[dsl](v[wh])$/.exec(text) ?? [];
  if (viewport !== undefined) return `100${viewport}`;
  if (text === 'lh') return '1lh';
  return getOwn(named, text);
};

/** Like `parseUtilityLength`, but also accepts names of containers (`max-w-2xl`). */
export const parseUtilitySize = (text: string, axis: 'x' | 'y'): number | string | undefined =>
  parseUtilityLength(text, axis) ?? (text === 'prose' ? '65ch' : (getOwn(containers, text) ?? getOwn(screens, text)));

/** Returns a length, negated for utilities with a leading minus. */
export const negateIf = (length: number | string | undefined, isNegative: boolean): number | string | undefined => {
  if (!isNegative || length === undefined) return length;
  if (typeof length === 'number') return -length;
  if (length.startsWith('-')) return length.slice(1);
  return /^[\d.]+[a-z%]*$/.test(length) ? `-${length}` : `calc(-1 * (${length}))`;
};
