import { getOwn } from '../../get-own.ts';
import { type Style, toCamelCase } from '../style.ts';
import { parseUtilityColour } from './colours.ts';
import { CombinedUtilities } from './combined.ts';
import { fixedUtilities, isMark, isWithoutEffect } from './fixed.ts';
import { negateIf, parseArbitrary, parseUtilityLength } from './lengths.ts';
import { parametricUtilities } from './parametric.ts';
import { noTheme, type Theme } from './theme.ts';
import { getSplits, resolveTokens } from './themed.ts';
import { getContainer, type Place, resolveVariant } from './variants.ts';

export interface UtilityStyle {
  /** The style of the element itself. */
  readonly style: Style;
  /** What classes with `!` set of it, if there are any. */
  readonly important?: Style;
  /** The style of each child except the last (`space-x-4`, `divide-y`). */
  readonly betweenChildren: Style;
  /** The style of the box before the content (`before:`), with its `content`. */
  readonly before?: Style;
  readonly after?: Style;
  /** Classes that are not known utilities, or have an unknown prefix. */
  readonly unknown: readonly string[];
  /** Known classes without an effect in an image. */
  readonly idle: readonly string[];
}

class BoxUtilities {
  private readonly combined = new CombinedUtilities();
  private readonly found: { style: Style; isImportant: boolean }[] = [];
  private readonly between: Style = {};
  /** Axes along which the space and the lines between children are at their other side. */
  private readonly reversed = new Set<string>();
  /** Style of the lines between children. */
  private lines: string | undefined;

  /** @returns whether the class is known. */
  take({ name: written, isNegative, isImportant }: ClassParts, theme: Theme, width: number): boolean {
    const own = resolveTokens(written, theme);
    const name = own && 'name' in own ? own.name : written;
    const style =
      own && 'style' in own
        ? own.style
        : name === 'container'
          ? getContainer(width, theme)
          : getStyle(name, isNegative);
    if (style) this.found.push({ style, isImportant });
    const [, axis] = /^(?:space|divide)-([xy])-reverse$/.exec(name) ?? [];
    if (axis !== undefined) this.reversed.add(axis);
    const [, lines] = /^divide-(solid|dashed|dotted|double|none)$/.exec(name) ?? [];
    this.lines = lines ?? this.lines;
    return (
      style !== undefined ||
      axis !== undefined ||
      lines !== undefined ||
      this.combined.take(name, isNegative) ||
      takeBetween(name, isNegative, this.between)
    );
  }

  /** Returns the style of each child except the last. */
  getBetween(): Style {
    const [right, bottom] = [this.reversed.has('x') ? 'Left' : 'Right', this.reversed.has('y') ? 'Top' : 'Bottom'];
    return Object.fromEntries(
      Object.entries(this.between).map(([name, value]) => [
        name.replace('Right', right).replace('Bottom', bottom),
        name.endsWith('Style') ? (this.lines ?? value) : value,
      ]),
    );
  }

  /** Returns undefined if no class is important. */
  getImportant(): Style | undefined {
    const important = this.found.filter(({ isImportant }) => isImportant).map(({ style }) => style);
    return important.length === 0 ? undefined : Object.assign({}, ...important);
  }

  getStyle(): Style {
    const style: Style = {};
    const breadth = (entry: (typeof this.found)[number]) => (entry.isImportant ? -1 : Object.keys(entry.style).length);
    for (const entry of this.found.sort((a, b) => breadth(b) - breadth(a))) Object.assign(style, entry.style);
    const widths = ['Top', 'Right', 'Bottom', 'Left'].map((side) => `border${side}Width`);
    // Tailwind's base styles give a border without a utility a width of 0, whatever its style.
    if (style.borderStyle !== undefined && style.borderWidth === undefined && widths.some((name) => name in style))
      for (const name of widths) style[name] ??= 0;
    this.combined.addTo(style);
    return style;
  }
}

/**
 * Parses Tailwind utility classes. satori's own parser of `tw` was made for phones: it lacks gaps, grids, gradients,
 * transforms and more.
 *
 * More specific utilities take precedence (`px-2` over `p-4`), then later ones.
 *
 * @param width of the image in CSS pixels, for `md:` and similar prefixes.
 * @param theme tokens of the template, which take precedence over those of Tailwind.
 * @param place of the element, for `first:` and similar prefixes.
 */
export const readUtilities = (classes: string, width: number, theme: Theme = noTheme, place?: Place): UtilityStyle => {
  const own = new BoxUtilities();
  const boxes: Partial<Record<Box, BoxUtilities>> = { own };
  const unknown: string[] = [];
  const idle: string[] = [];
  for (const written of classes.split(/\s+/).filter((name) => name !== '')) {
    const parts = getParts(written);
    const results = parts.variants.map((variant) => resolveVariant(variant, { width, theme, place }));
    if (results.includes('unknown')) unknown.push(written);
    else if (results.includes('never')) idle.push(written);
    else if (results.includes('differs') || isMark(parts.name)) continue;
    else if (isWithoutEffect(parts.name)) idle.push(written);
    else {
      boxes[parts.box] ??= new BoxUtilities();
      if (!boxes[parts.box]?.take(parts, theme, width)) unknown.push(written);
    }
  }
  const { before, after } = boxes;
  const important = own.getImportant();
  return {
    style: own.getStyle(),
    ...(important && { important }),
    betweenChildren: own.getBetween(),
    ...(before && { before: { content: '""', ...before.getStyle() } }),
    ...(after && { after: { content: '""', ...after.getStyle() } }),
    unknown,
    idle,
  };
};

type Box = 'own' | 'before' | 'after';

const getStyle = (name: string, isNegative: boolean): Style | undefined =>
  arbitraryProperty(name) ?? fixedUtilities.get(name) ?? parametric(name, isNegative);

interface ClassParts {
  readonly variants: readonly string[];
  readonly box: Box;
  readonly name: string;
  readonly isNegative: boolean;
  readonly isImportant: boolean;
}

/** Splits a class into prefixes, importance, sign and name. */
const getParts = (written: string): ClassParts => {
  const prefixes = splitPrefixes(written);
  let name = prefixes.pop() ?? '';
  const isImportant = name.startsWith('!') || name.endsWith('!');
  name = name.replace(/^!|!$/g, '');
  const isNegative = name.startsWith('-');
  return {
    variants: prefixes.filter((prefix) => prefix !== 'before' && prefix !== 'after'),
    box: prefixes.includes('before') ? 'before' : prefixes.includes('after') ? 'after' : 'own',
    name: isNegative ? name.slice(1) : name,
    isNegative,
    isImportant,
  };
};

/** Splits at the colons outside brackets, the first of which begins a value. */
const splitPrefixes = (written: string): string[] => {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < written.length; at += 1) {
    const character = written[at];
    if (character === '[' || character === '(') depth += 1;
    else if (character === ']' || character === ')') depth = Math.max(0, depth - 1);
    else if (character === ':' && depth === 0) {
      parts.push(written.slice(from, at));
      from = at + 1;
    }
  }
  parts.push(written.slice(from));
  return parts;
};

/** Parses `[mask-type:luminance]`. */
const arbitraryProperty = (name: string): Style | undefined => {
  const [, property = '', value = ''] = /^\[([a-z-]+):(.+)\]$/.exec(name) ?? [];
  if (property === '') return undefined;
  const key = property.startsWith('--') ? property : toCamelCase(property);
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
  const side = axis === 'x' ? 'Right' : 'Bottom';
  if (kind === 'space') {
    const length = negateIf(parseUtilityLength(value), isNegative);
    if (length === undefined) return false;
    between[`margin${side}`] = length;
    return true;
  }
  if (kind === 'divide') {
    const given = parseArbitrary(value);
    if (given === undefined && !/^\d*$/.test(value)) return false;
    between[`border${side}Width`] = given ?? (value === '' ? 1 : Number(value));
    between[`border${side}Style`] = 'solid';
    return true;
  }
  const colour = name.startsWith('divide-') ? parseUtilityColour(name.slice(7)) : undefined;
  if (colour !== undefined) between.borderColor = colour;
  return colour !== undefined;
};
