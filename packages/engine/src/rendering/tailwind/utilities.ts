import { getOwn } from '../../get-own.ts';
import { rootFontSize } from '../css/lengths.ts';
import type { Style } from '../tree/normalise-style.ts';
import { parseUtilityColour } from './colours.ts';
import { CombinedUtilities } from './combined.ts';
import { fixedUtilities, isWithoutEffect } from './fixed.ts';
import { negateIf, parseUtilityLength } from './lengths.ts';
import { parametricUtilities } from './parametric.ts';
import { noTheme, type Theme } from './theme.ts';
import { getSplits, resolveTokens } from './themed.ts';

export interface UtilityStyle {
  /** The style of the element itself. */
  readonly style: Style;
  /** The style of each child except the first (`space-x-4`, `divide-y`). */
  readonly betweenChildren: Style;
  /** Classes that are not known utilities. */
  readonly unknown: readonly string[];
}

/** Minimum width of the image in CSS pixels at which a prefix applies. */
const breakpoints: Readonly<Record<string, number>> = { sm: 640, md: 768, lg: 1024, xl: 1280, '2xl': 1536 };

/**
 * Parses Tailwind utility classes. satori's own parser of `tw` was made for phones: it lacks gaps, grids, gradients,
 * transforms and more.
 *
 * More specific utilities take precedence (`px-2` over `p-4`), then later ones.
 *
 * @param width of the image in CSS pixels, for `md:` and similar prefixes.
 * @param theme tokens of the template, which take precedence over those of Tailwind.
 */
export const readUtilities = (classes: string, width: number, theme: Theme = noTheme): UtilityStyle => {
  const combined = new CombinedUtilities();
  const found: { style: Style; isImportant: boolean }[] = [];
  const between: Style = {};
  const unknown: string[] = [];
  for (const written of classes.split(/\s+/).filter((name) => name !== '')) {
    const parts = getParts(written, width, theme);
    const { isNegative, isImportant } = parts;
    const own = parts.applies ? resolveTokens(parts.name, theme) : undefined;
    const name = own && 'name' in own ? own.name : parts.name;
    if (!parts.applies || isWithoutEffect(name)) continue;
    const style = own && 'style' in own ? own.style : getStyle(name, isNegative);
    if (style) found.push({ style, isImportant });
    else if (!combined.take(name, isNegative) && !takeBetween(name, isNegative, between)) unknown.push(written);
  }
  const style: Style = {};
  const breadth = (entry: (typeof found)[number]) => (entry.isImportant ? -1 : Object.keys(entry.style).length);
  for (const entry of found.sort((a, b) => breadth(b) - breadth(a))) Object.assign(style, entry.style);
  combined.addTo(style);
  return { style, betweenChildren: between, unknown };
};

const getStyle = (name: string, isNegative: boolean): Style | undefined =>
  arbitraryProperty(name) ?? fixedUtilities.get(name) ?? parametric(name, isNegative);

/** Splits a class into prefixes, importance, sign and name. */
const getParts = (written: string, width: number, theme: Theme) => {
  const prefixes = /^(?:[a-z0-9-]+:)*/.exec(written.replace(/\[.*/, ''))?.[0] ?? '';
  let name = written.slice(prefixes.length);
  const isImportant = name.startsWith('!') || name.endsWith('!');
  name = name.replace(/^!|!$/g, '');
  const isNegative = name.startsWith('-');
  const applies = prefixes
    .split(':')
    .filter((prefix) => prefix !== '')
    .every((prefix) => width >= (getBreakpoint(prefix, theme) ?? Number.POSITIVE_INFINITY));
  return { applies, name: isNegative ? name.slice(1) : name, isNegative, isImportant };
};

const getBreakpoint = (prefix: string, theme: Theme): number | undefined => {
  const [, amount, unit] = /^([\d.]+)(px|rem|em)$/.exec(theme.get(`--breakpoint-${prefix}`) ?? '') ?? [];
  if (amount !== undefined) return Number(amount) * (unit === 'px' ? 1 : rootFontSize);
  return getOwn(breakpoints, prefix);
};

/** Parses `[mask-type:luminance]`. */
const arbitraryProperty = (name: string): Style | undefined => {
  const [, property = '', value = ''] = /^\[([a-z-]+):(.+)\]$/.exec(name) ?? [];
  if (property === '') return undefined;
  const key = property.startsWith('--')
    ? property
    : property.replace(/-([a-z])/g, (_all, letter: string) => letter.toUpperCase());
  return { [key]: value.replaceAll('_', ' ') };
};

/** Parses a utility with a parameter, the longest name that reads its parameter first. */
const parametric = (name: string, isNegative: boolean): Style | undefined => {
  for (const [utility, parameter] of getSplits(name)) {
    const style = getOwn(parametricUtilities, utility)?.(parameter, isNegative);
    if (style) return style;
  }
  return undefined;
};

/** Handles utilities for the space and the lines between children. */
const takeBetween = (name: string, isNegative: boolean, between: Style): boolean => {
  const [, kind, axis, value = ''] = /^(space|divide)-([xy])(?:-(.+))?$/.exec(name) ?? [];
  const side = axis === 'x' ? 'Left' : 'Top';
  if (kind === 'space') {
    const length = negateIf(parseUtilityLength(value), isNegative);
    if (length === undefined) return false;
    between[`margin${side}`] = length;
    return true;
  }
  if (kind === 'divide') {
    between[`border${side}Width`] = value === '' ? 1 : Number(value);
    between[`border${side}Style`] = 'solid';
    return true;
  }
  const colour = name.startsWith('divide-') ? parseUtilityColour(name.slice(7)) : undefined;
  if (colour !== undefined) between.borderColor = colour;
  return colour !== undefined;
};
