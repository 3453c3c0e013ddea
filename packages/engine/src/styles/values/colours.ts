import { kinds } from '../../css-tokens.ts';
import { getOwn } from '../../get-own.ts';
import { type Channels, fromXyz, isPolar, type Space, spaces, toXyz } from './colour-spaces.ts';
import { evaluateMath, getTokens, mathematics, type Token } from './math.ts';
import { namedColours } from './named-colours.ts';

/** A colour of sRGB: channels from 0 to 255, alpha from 0 to 1. */
export interface Rgba {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  readonly alpha: number;
}

/** A colour in any space. undefined is a missing channel, `none`. */
interface Colour {
  readonly space: Space;
  readonly channels: Channels;
  readonly alpha: number | undefined;
}

/** Maximum depth of colours in colours. */
const maxDepth = 8;

/**
 * Returns a colour of CSS Color 5 as it looks on a screen of sRGB: channels outside of it are cut, as in Chromium.
 *
 * @param current the value of `currentColor`
 * @returns undefined if the value is no colour
 */
export const readColour = (text: string, current: Rgba = black): Rgba | undefined => {
  const plain = readPlain(text.trim());
  if (plain) return plain;
  if (!text.includes('(') && !/^\s*currentcolor\s*$/i.test(text)) return undefined;
  const tokens = getTokens(text).filter(({ kind }) => kind !== kinds.Comment);
  const colour = readTokensOf(trim(tokens), current, 0);
  return colour && toRgba(colour);
};

export const black: Rgba = { red: 0, green: 0, blue: 0, alpha: 1 };

/** Returns `#rrggbb`, or `rgba()` for a colour that is not opaque. */
export const writeColour = ({ red, green, blue, alpha }: Rgba): string => {
  const channels = [red, green, blue].map(Math.round);
  if (alpha >= 1) return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
  return `rgba(${channels.join(', ')}, ${Number(alpha.toFixed(4))})`;
};

const readPlain = (text: string): Rgba | undefined => {
  if (/^transparent$/i.test(text)) return { ...black, alpha: 0 };
  const digits = text.startsWith('#') ? text.slice(1) : namedColours.get(text.toLowerCase());
  if (digits === undefined || !/^(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i.test(digits)) return undefined;
  const long = digits.length < 6 ? digits.replaceAll(/./g, '$&$&') : digits;
  const [red = 0, green = 0, blue = 0, alpha = 255] = (long.match(/../g) ?? []).map((pair) =>
    Number.parseInt(pair, 16),
  );
  return { red, green, blue, alpha: alpha / 255 };
};

const clampTo = (most: number, value: number): number => Math.min(most, Math.max(0, Number.isNaN(value) ? 0 : value));

const toRgba = (colour: Colour): Rgba => {
  const [red = 0, green = 0, blue = 0] = convert(colour, 'srgb').channels;
  const toByte = (channel: number) => clampTo(255, channel * 255);
  return { red: toByte(red), green: toByte(green), blue: toByte(blue), alpha: clampTo(1, colour.alpha ?? 0) };
};

const ofRgba = ({ red, green, blue, alpha }: Rgba): Colour => ({
  space: 'srgb',
  channels: [red / 255, green / 255, blue / 255],
  alpha,
});

/** Chroma, or its share, below which a colour has no hue. */
const leastChroma: Readonly<Partial<Record<Space, readonly [at: number, least: number]>>> = {
  hsl: [1, 0.001],
  lch: [1, 0.0015],
  oklch: [1, 0.000004],
};

/** Converts a colour; a hue of grey is missing. */
const convert = (colour: Colour, space: Space): Colour => {
  if (colour.space === space) return colour;
  const [a = 0, b = 0, c = 0] = colour.channels;
  const channels: Channels = fromXyz(space, toXyz(colour.space, [a, b, c]));
  const [at, least] = leastChroma[space] ?? [];
  const isGrey = at !== undefined && (channels[at] ?? 0) < (least as number);
  const isGreyHwb = space === 'hwb' && (channels[1] ?? 0) + (channels[2] ?? 0) >= 99.999;
  const hue = isPolar(space);
  if (hue === undefined || !(isGrey || isGreyHwb)) return { ...colour, space, channels };
  return { ...colour, space, channels: channels.map((channel, index) => (index === hue ? undefined : channel)) };
};

const trim = (tokens: readonly Token[]): Token[] => {
  const isSpace = (token: Token | undefined) => token?.kind === kinds.WhiteSpace;
  const from = isSpace(tokens[0]) ? 1 : 0;
  return tokens.slice(from, isSpace(tokens.at(-1)) ? -1 : undefined);
};

/** Splits tokens at white space, commas and slashes outside of parentheses; separators other than space stay. */
const splitParts = (tokens: readonly Token[]): Token[][] => {
  const parts: Token[][] = [];
  let depth = 0;
  let isOpen = false;
  for (const token of tokens) {
    const { kind, text } = token;
    if (kind === kinds.Function || kind === kinds.LeftParenthesis) depth += 1;
    if (kind === kinds.RightParenthesis) depth -= 1;
    const isSeparator = depth === 0 && (text === ',' || text === '/');
    if (depth === 0 && kind === kinds.WhiteSpace) isOpen = false;
    else if (isSeparator) {
      parts.push([token]);
      isOpen = false;
    } else if (isOpen) parts.at(-1)?.push(token);
    else {
      parts.push([token]);
      isOpen = true;
    }
  }
  return parts;
};

const isText = (part: readonly Token[] | undefined, text: string): boolean =>
  part?.length === 1 && part[0]?.text.toLowerCase() === text;

/** Functions of colours and their space. */
const functions: Readonly<Record<string, Space>> = {
  ...{ rgb: 'srgb', rgba: 'srgb', hsl: 'hsl', hsla: 'hsl', hwb: 'hwb' },
  ...{ lab: 'lab', lch: 'lch', oklab: 'oklab', oklch: 'oklch' },
};

const readTokensOf = (tokens: readonly Token[], current: Rgba, depth: number): Colour | undefined => {
  const [first] = tokens;
  if (!first || depth > maxDepth) return undefined;
  if (first.kind !== kinds.Function) {
    const text = tokens.map((token) => token.text).join('');
    const plain = /^currentcolor$/i.test(text) ? current : readPlain(text);
    return plain && ofRgba(plain);
  }
  if (tokens.at(-1)?.kind !== kinds.RightParenthesis) return undefined;
  const name = first.text.slice(0, -1).toLowerCase();
  const parts = splitParts(tokens.slice(1, -1));
  const readInside = (part: readonly Token[]) => readTokensOf(trim(part), current, depth + 1);
  if (name === 'color-mix') return readMix(parts, readInside);
  if (name === 'light-dark') return isText(parts[1], ',') && parts[0] ? readInside(parts[0]) : undefined;
  if (name === 'contrast-color') return parts.length === 1 && parts[0] ? contrastTo(readInside(parts[0])) : undefined;
  return readFunction(name, parts, readInside);
};

const contrastTo = (colour: Colour | undefined): Colour | undefined => {
  if (!colour) return undefined;
  const [, luminance = 0] = convert(colour, 'xyz-d65').channels;
  return ofRgba(
    (luminance + 0.05) / 0.05 > 1.05 / (luminance + 0.05) ? black : { red: 255, green: 255, blue: 255, alpha: 1 },
  );
};

type ReadInside = (part: readonly Token[]) => Colour | undefined;

const readFunction = (name: string, given: readonly Token[][], readInside: ReadInside): Colour | undefined => {
  let parts = given;
  let origin: Colour | undefined;
  if (isText(parts[0], 'from')) {
    origin = parts[1] && readInside(parts[1]);
    if (!origin) return undefined;
    parts = parts.slice(2);
  }
  let space = getOwn(functions, name);
  if (name === 'color') {
    space = getOwn(spaces, parts[0]?.[0]?.text.toLowerCase() ?? '');
    parts = parts.slice(1);
  }
  if (!space) return undefined;
  const units = getUnits(name, space);
  const around = origin && convert(origin, space);
  const names = around && getNames(units.names, around, units.scale);
  const isLegacy = parts.some((part) => isText(part, ','));
  const values = parts.filter((part) => !isText(part, ',') && !isText(part, '/'));
  if (!isSeparated(parts, isLegacy) || values.length < 3 || values.length > 4 || (isLegacy && origin)) return undefined;
  if (isLegacy && !/^(?:rgb|hsl)a?$/.test(name)) return undefined;
  if (isLegacy && !hasLegacyUnits(name, values)) return undefined;
  const channels = values.slice(0, 3).map((value, at) => readChannel(value, units.whole[at] as number, names));
  if (channels.includes('invalid')) return undefined;
  const alpha = values[3] ? readChannel(values[3], 1, names) : (origin?.alpha ?? 1);
  if (alpha === 'invalid') return undefined;
  const known = channels as (number | undefined)[];
  return {
    space,
    channels: known.map((channel, at) => toUnit(channel, at, name, units.scale)),
    alpha: clampAlpha(alpha),
  };
};

/** With commas, saturation and lightness are percentages, and red, green and blue are of one kind. */
const hasLegacyUnits = (name: string, [first = [], second = [], third = []]: readonly Token[][]): boolean => {
  const isShare = (part: readonly Token[]) => part[0]?.kind === kinds.Percentage;
  if (isComputed(first, second, third)) return true;
  const [one, two, three] = [isShare(first), isShare(second), isShare(third)];
  return name.startsWith('hsl') ? two && three : one === two && two === three;
};

const isComputed = (...parts: readonly (readonly Token[])[]): boolean =>
  parts.some(([first]) => first?.kind === kinds.Function);

const clampAlpha = (alpha: number | undefined) => (alpha === undefined ? undefined : clampTo(1, alpha));

/** Cuts what a colour cannot have: less than no chroma, more than all light. */
const toUnit = (channel: number | undefined, at: number, name: string, scale: number): number | undefined => {
  if (channel === undefined) return undefined;
  const own = channel / scale;
  if (/^(?:hsla?)$/.test(name) && at === 1) return Math.max(0, own);
  if (/^(?:lab|lch)$/.test(name) && at === 0) return clampTo(100, own);
  if (/^ok/.test(name) && at === 0) return clampTo(1, own);
  return /lch$/.test(name) && at === 1 ? Math.max(0, own) : own;
};

/** Returns whether three or four values stand with commas, or with spaces and a slash before alpha. */
const isSeparated = (parts: readonly Token[][], isLegacy: boolean): boolean => {
  const marks = parts.map((part) => (isText(part, ',') ? ',' : isText(part, '/') ? '/' : 'x')).join('');
  return isLegacy ? /^x,x,x(?:,x)?$/.test(marks) : /^xxx(?:\/x)?$/.test(marks);
};

interface Units {
  readonly names: readonly string[];
  /** What 100% of each channel is. */
  readonly whole: readonly number[];
  /** A number as written is divided by this one. */
  readonly scale: number;
}

const getUnits = (name: string, space: Space): Units => {
  switch (name.replace(/a$/, '')) {
    case 'rgb':
      return { names: ['r', 'g', 'b'], whole: [255, 255, 255], scale: 255 };
    case 'hsl':
      return { names: ['h', 's', 'l'], whole: [0, 100, 100], scale: 1 };
    case 'hwb':
      return { names: ['h', 'w', 'b'], whole: [0, 100, 100], scale: 1 };
    case 'lab':
      return { names: ['l', 'a', 'b'], whole: [100, 125, 125], scale: 1 };
    case 'lch':
      return { names: ['l', 'c', 'h'], whole: [100, 150, 0], scale: 1 };
    case 'oklab':
      return { names: ['l', 'a', 'b'], whole: [1, 0.4, 0.4], scale: 1 };
    case 'oklch':
      return { names: ['l', 'c', 'h'], whole: [1, 0.4, 0], scale: 1 };
    default:
      return { names: space.startsWith('xyz') ? ['x', 'y', 'z'] : ['r', 'g', 'b'], whole: [1, 1, 1], scale: 1 };
  }
};

const getNames = (names: readonly string[], { channels, alpha }: Colour, scale: number): Record<string, number> => ({
  ...Object.fromEntries(names.map((name, at) => [name, (channels[at] ?? 0) * scale])),
  alpha: alpha ?? 0,
});

/** Returns a channel as a number; undefined for `none`. @param whole what 100% is; 0 for a hue */
const readChannel = (
  part: readonly Token[],
  whole: number,
  names: Readonly<Record<string, number>> | undefined,
): number | undefined | 'invalid' => {
  if (isText(part, 'none')) return undefined;
  const [first] = part;
  const isFunction = first?.kind === kinds.Function && !mathematics.test(first.text);
  const value = isFunction ? undefined : evaluateMath(part, { ...(names && { names }) });
  if (!value) return 'invalid';
  if (value.kind === 'angle') return whole === 0 ? value.amount : 'invalid';
  if (value.kind === 'number') return value.amount;
  return value.amount === 0 && whole > 0 ? (value.percent * whole) / 100 : 'invalid';
};

/** Splits the arguments of a function at its commas. */
const splitArguments = (parts: readonly Token[][]): Token[][][] => {
  const all: Token[][][] = [[]];
  for (const part of parts)
    if (isText(part, ',')) all.push([]);
    else all.at(-1)?.push(part);
  return all;
};

/** Reads `color-mix(in oklch longer hue, red 20%, blue)`. */
const readMix = (parts: readonly Token[][], readInside: ReadInside): Colour | undefined => {
  const groups = splitArguments(parts);
  const method = isText(groups[0]?.[0], 'in') ? groups.shift() : [];
  const [, spaceName, arc] = (method ?? []).map((part) =>
    part
      .map(({ text }) => text)
      .join('')
      .toLowerCase(),
  );
  const space = spaceName === undefined ? 'oklab' : (getOwn(spaces, spaceName) ?? getOwn(functions, spaceName));
  const [one, other] = groups.map((group) => readShare(group, readInside));
  if (!space || groups.length !== 2 || !one || !other) return undefined;
  const first = one.share ?? (other.share === undefined ? 0.5 : 1 - other.share);
  const second = other.share ?? 1 - first;
  const sum = first + second;
  if (!(sum > 0) || first < 0 || second < 0) return undefined;
  const mixed = mix(convert(one.colour, space), convert(other.colour, space), second / sum, arc);
  return { ...mixed, alpha: (mixed.alpha ?? 1) * Math.min(1, sum) };
};

const readShare = (group: readonly Token[][], readInside: ReadInside) => {
  const isShare = (part: readonly Token[]) =>
    part[0]?.kind === kinds.Percentage || mathematics.test(part[0]?.text ?? '');
  const share = group.find(isShare);
  const [colour, ...others] = group.filter((part) => part !== share);
  const read = colour && others.length === 0 ? readInside(colour) : undefined;
  return read && { colour: read, share: share && (evaluateMath(share, {})?.percent ?? 0) / 100 };
};

/** @param by share of the second colour */
const mix = (one: Colour, other: Colour, by: number, arc: string | undefined): Colour => {
  const alphas = [one.alpha ?? other.alpha ?? 1, other.alpha ?? one.alpha ?? 1] as const;
  const alpha = alphas[0] * (1 - by) + alphas[1] * by;
  const hue = isPolar(one.space);
  const channels = [0, 1, 2].map((at) => {
    const [a, b] = [one.channels[at] ?? other.channels[at], other.channels[at] ?? one.channels[at]];
    if (a === undefined || b === undefined) return undefined;
    if (at === hue) return a + toArc(b - a, arc) * by;
    return alpha === 0 ? a : (a * alphas[0] * (1 - by) + b * alphas[1] * by) / alpha;
  });
  return { space: one.space, channels, alpha };
};

/** Returns the way from one hue to another, in degrees. */
const toArc = (difference: number, arc: string | undefined): number => {
  const turn = ((difference % 360) + 360) % 360;
  if (arc === 'increasing') return turn;
  if (arc === 'decreasing') return turn === 0 ? 0 : turn - 360;
  const isLonger = arc === 'longer';
  if (isLonger) return turn > 0 && turn < 180 ? turn - 360 : turn;
  return turn > 180 ? turn - 360 : turn;
};
