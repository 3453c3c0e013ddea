import { splitList } from '../css-tokens.ts';
import { expandFont } from './values/font-shorthand.ts';
import { getLength } from './values/lengths.ts';

type Value = string | number;
type Declaration = readonly [name: string, value: Value];
/** Returns the longhands that a shorthand sets; undefined if its value is none. */
type Expand = (value: Value) => readonly Declaration[] | undefined;

const sides = ['Top', 'Right', 'Bottom', 'Left'] as const;
const corners = ['TopLeft', 'TopRight', 'BottomRight', 'BottomLeft'] as const;

const wideKeyword = /^(?:inherit|initial|unset|revert|revert-layer)$/i;
const isWide = (value: Value): value is string => typeof value === 'string' && wideKeyword.test(value);

const splitWords = (value: Value): readonly Value[] => (typeof value === 'number' ? [value] : splitList(value, ' '));

/** Sets four sides or corners from one to four values. */
const four =
  (names: readonly string[]): Expand =>
  (value) => {
    const words = splitWords(value);
    const [first, second = first, third = first, fourth = second] = words;
    if (first === undefined || words.length > 4) return undefined;
    return [first, second, third, fourth].map((one, index) => [names[index] as string, one as Value]);
  };

/** Sets two properties from one or two values. */
const two =
  (one: string, other: string): Expand =>
  (value) => {
    const [first, second = first, ...more] = splitWords(value);
    if (first === undefined || second === undefined || more.length > 0) return undefined;
    return [
      [one, first],
      [other, second],
    ];
  };

const lineStyle = /^(?:none|hidden|dotted|dashed|solid|double|groove|ridge|inset|outset|auto)$/i;
const lineWidth = /^(?:thin|medium|thick|[-+]?(?:\d|\.\d).*|(?:calc|min|max|clamp)\(.*)$/i;

/** Sets the width, style and colour of a line on some sides; what is not named gets its initial value. */
const line =
  (names: readonly string[]): Expand =>
  (value) => {
    const parts: { width?: Value; style?: Value; colour?: Value } = {};
    for (const word of splitWords(value)) {
      if (typeof word === 'number' || lineWidth.test(word)) parts.width ??= word;
      else if (lineStyle.test(word)) parts.style ??= word;
      else if (parts.colour === undefined) parts.colour = word;
      else return undefined;
    }
    const { style = 'none', width = style === 'none' ? 0 : 'medium', colour = 'currentColor' } = parts;
    return names.flatMap((name): Declaration[] => [
      [`${name}Width`, width],
      [`${name}Style`, style],
      [`${name}Color`, colour],
    ]);
  };

const radius: Expand = (value) => {
  const [across = '', down, ...more] = typeof value === 'number' ? [String(value)] : splitSlash(value);
  const set = four(corners.map((corner) => `border${corner}Radius`));
  const [horizontal, vertical] = [set(across), down === undefined ? undefined : set(down)];
  if (!horizontal || more.length > 0 || (down !== undefined && !vertical)) return undefined;
  return horizontal.map(([name, own], index) => [name, vertical ? `${own} ${vertical[index]?.[1]}` : own]);
};

const splitSlash = (value: string): string[] => splitList(value.replaceAll('/', ' , '), ',').map((part) => part.trim());

const flex: Expand = (value) => {
  const keywords: Readonly<Record<string, readonly Value[]>> = { none: [0, 0, 'auto'], auto: [1, 1, 'auto'] };
  const words = splitWords(value);
  const known = words.length === 1 ? keywords[String(words[0]).toLowerCase()] : undefined;
  const numbers = words.filter((word) => getLength(word)?.unit === '');
  const [basis, ...others] = words.filter((word) => !numbers.includes(word));
  const isZeroBasis = basis === undefined && numbers.length === 3;
  if (others.length > 0 || numbers.length > 3 || words.length > 3) return undefined;
  const [grow = 1, shrink = 1] = numbers.map(Number);
  const parts = known ?? [grow, shrink, basis ?? (isZeroBasis ? 0 : '0%')];
  return ['flexGrow', 'flexShrink', 'flexBasis'].map((name, index) => [name, parts[index] as Value]);
};

const flexFlow: Expand = (value) => {
  const words = splitWords(value).map(String);
  const wrap = words.find((word) => /wrap/i.test(word)) ?? 'nowrap';
  const direction = words.find((word) => /^(?:row|column)/i.test(word)) ?? 'row';
  return [
    ['flexDirection', direction],
    ['flexWrap', wrap],
  ];
};

const listStyle: Expand = (value) => {
  const words = splitWords(value).map(String);
  const image = words.find((word) => /^(?:url|[\w-]+-gradient|image)\(/i.test(word));
  const position = words.find((word) => /^(?:inside|outside)$/i.test(word));
  const type = words.find((word) => word !== image && word !== position);
  return [
    ['listStyleType', type ?? 'disc'],
    ['listStylePosition', position ?? 'outside'],
    ['listStyleImage', image ?? 'none'],
  ];
};

const font: Expand = (value) => {
  const style = expandFont(String(value));
  return style && Object.entries(style);
};

const inSides = (before: string, after = ''): string[] => sides.map((side) => `${before}${side}${after}`);
const placed = ['top', 'right', 'bottom', 'left'];
const borders = inSides('border');

/** The longhands of each shorthand that is written out. */
const shorthands: Readonly<Record<string, { readonly names: readonly string[]; readonly expand: Expand }>> = {
  margin: { names: inSides('margin'), expand: four(inSides('margin')) },
  padding: { names: inSides('padding'), expand: four(inSides('padding')) },
  inset: { names: placed, expand: four(placed) },
  borderWidth: { names: inSides('border', 'Width'), expand: four(inSides('border', 'Width')) },
  borderStyle: { names: inSides('border', 'Style'), expand: four(inSides('border', 'Style')) },
  borderColor: { names: inSides('border', 'Color'), expand: four(inSides('border', 'Color')) },
  border: { names: lineNames(borders), expand: line(borders) },
  ...Object.fromEntries(borders.map((name) => [name, { names: lineNames([name]), expand: line([name]) }])),
  borderRadius: { names: corners.map((corner) => `border${corner}Radius`), expand: radius },
  outline: { names: lineNames(['outline']), expand: line(['outline']) },
  gap: { names: ['rowGap', 'columnGap'], expand: two('rowGap', 'columnGap') },
  gridGap: { names: ['rowGap', 'columnGap'], expand: two('rowGap', 'columnGap') },
  overflow: { names: ['overflowX', 'overflowY'], expand: two('overflowX', 'overflowY') },
  placeItems: { names: ['alignItems', 'justifyItems'], expand: two('alignItems', 'justifyItems') },
  placeContent: { names: ['alignContent', 'justifyContent'], expand: two('alignContent', 'justifyContent') },
  placeSelf: { names: ['alignSelf', 'justifySelf'], expand: two('alignSelf', 'justifySelf') },
  flex: { names: ['flexGrow', 'flexShrink', 'flexBasis'], expand: flex },
  flexFlow: { names: ['flexDirection', 'flexWrap'], expand: flexFlow },
  listStyle: { names: ['listStyleType', 'listStylePosition', 'listStyleImage'], expand: listStyle },
  font: {
    names: ['fontStyle', 'fontWeight', 'lineHeight', 'fontVariant', 'fontStretch', 'fontSize', 'fontFamily'],
    expand: font,
  },
};

function lineNames(names: readonly string[]): string[] {
  return names.flatMap((name) => [`${name}Width`, `${name}Style`, `${name}Color`]);
}

/** Shorthands that stay as they are, with the longhands that they reset. */
const whole: Readonly<Record<string, RegExp>> = {
  background: /^background(?!BlendMode$)[A-Z]/,
  mask: /^(?:Webkit)?[mM]ask[A-Z]/,
  WebkitMask: /^(?:Webkit)?[mM]ask[A-Z]/,
  textDecoration: /^textDecoration[A-Z]/,
  WebkitTextStroke: /^WebkitTextStroke[A-Z]/,
  borderImage: /^borderImage[A-Z]/,
  gridArea: /^grid(?:Row|Column)(?:Start|End)?$/,
  gridRow: /^gridRow(?:Start|End)$/,
  gridColumn: /^gridColumn(?:Start|End)$/,
  gridTemplate: /^gridTemplate[A-Z]/,
  grid: /^grid(?:Template|Auto)[A-Z]?/,
};

/** Declarations in the order in which they count: a later one of a property replaces an earlier one. */
export type Declarations = Map<string, Value>;

const aliases: Readonly<Record<string, string>> = { gridRowGap: 'rowGap', gridColumnGap: 'columnGap' };

/** Adds a declaration to those that it replaces. A shorthand with `var()` stays one until the value is known. */
export const declare = (into: Declarations, name: string, value: Value): void => {
  const expanded = expandDeclaration(name, value);
  if (expanded) for (const [longhand, own] of expanded) put(into, longhand, own);
  else put(into, name, value);
};

const put = (into: Declarations, name: string, value: Value): void => {
  into.delete(name);
  const resets = Object.hasOwn(whole, name) ? whole[name] : undefined;
  if (resets) for (const other of into.keys()) if (resets.test(other)) into.delete(other);
  const written = Object.hasOwn(shorthands, name) ? shorthands[name]?.names : undefined;
  for (const longhand of written ?? []) into.delete(longhand);
  into.set(name, value);
};

/** Returns whether a declaration would replace another one. */
export const isDeclared = (declared: Declarations, name: string): boolean => {
  if (declared.size === 0) return false;
  if (declared.has(name)) return true;
  const { names = [] } = (Object.hasOwn(shorthands, name) && shorthands[name]) || {};
  const resets = Object.hasOwn(whole, name) ? whole[name] : undefined;
  return (
    names.some((one) => declared.has(one)) || (resets !== undefined && declared.keys().some((one) => resets.test(one)))
  );
};

/** Returns the longhands of a shorthand, or the declaration itself in its normal form; undefined if it has to wait. */
export const expandDeclaration = (name: string, value: Value): readonly Declaration[] | undefined => {
  const shorthand = Object.hasOwn(shorthands, name) ? shorthands[name] : undefined;
  if (!shorthand) {
    const plain = Object.hasOwn(aliases, name) ? (aliases[name] as string) : name;
    return [[plain, toNormalForm(plain, value)]];
  }
  if (typeof value === 'string' && value.includes('var(')) return undefined;
  if (isWide(value)) return shorthand.names.map((longhand) => [longhand, value]);
  return shorthand.expand(value)?.map(([longhand, own]) => [longhand, toNormalForm(longhand, own)]);
};

/** Properties whose values in pixels are written as numbers. */
const length =
  /^(?:(?:m(?:in|ax))?(?:[wW]idth|[hH]eight)|top|right|bottom|left|(?:margin|padding)(?:Top|Right|Bottom|Left)|border(?:Top|Right|Bottom|Left)Width|border(?:Top|Bottom)(?:Left|Right)Radius|(?:row|column)Gap|flexBasis|fontSize|letterSpacing|wordSpacing|textIndent|outlineWidth|outlineOffset|strokeWidth|strokeDashoffset)$/;

/** Properties whose numbers are no lengths. Source: React. */
const unitless =
  /^(?:animationIterationCount|aspectRatio|borderImage(?:Outset|Slice|Width)|columns|columnCount|flexGrow|flexShrink|fontWeight|gridRow(?:Start|End)?|gridColumn(?:Start|End)?|gridArea|lineClamp|WebkitLineClamp|lineHeight|opacity|order|orphans|scale|tabSize|widows|zIndex|zoom|(?:fill|flood|stop|stroke)Opacity|stroke(?:Dasharray|Miterlimit))$/;

const lineWidths: Readonly<Record<string, number>> = { thin: 1, medium: 3, thick: 5 };
const plainNumber = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)$/;
const pixels = /^([-+]?(?:\d+(?:\.\d*)?|\.\d+))px$/i;

/** Returns a value in the one form that every writing of it has: lengths in pixels and plain numbers are numbers. */
const toNormalForm = (name: string, value: Value): Value => {
  if (typeof value === 'number') {
    if (name.startsWith('--')) return String(value);
    return length.test(name) || unitless.test(name) || value === 0 ? value : `${value}px`;
  }
  if (length.test(name)) {
    if (/Width$/.test(name) && Object.hasOwn(lineWidths, value)) return lineWidths[value] as number;
    const [, amount] = pixels.exec(value) ?? [];
    if (amount !== undefined) return Number(amount);
    return plainNumber.test(value) ? Number(value) : value;
  }
  return plainNumber.test(value) && (unitless.test(name) || Number(value) === 0) && !name.startsWith('--')
    ? Number(value)
    : value;
};
