import { kinds, readTokens } from '../../css-tokens.ts';
import type { Size } from '../boxes.ts';
import { getPixels } from './lengths.ts';

/** What relative lengths refer to, in CSS pixels. */
export interface LengthContext {
  readonly image: Size;
  /** Font size for `em`; undefined if unknown. */
  readonly fontSize?: number | undefined;
  /** What percentages in functions refer to; undefined if unknown. */
  readonly percentage?: number | undefined;
}

const relevant = /\dv(?:w|h|i|b|min|max)\b|\d[dsl]v|\b(?:min|max|clamp)\(/i;
const viewportUnit = /^([-+]?[\d.]+(?:e[-+]?\d+)?)[dsl]?v(w|h|i|b|min|max)$/i;

/** Maximum number of functions in a value, and of their depth: each that cannot be computed is read again inside. */
const maxFunctions = 32;

/**
 * Returns a CSS value with viewport units in pixels, and with `min()`, `max()` and `clamp()` replaced by their result if
 * it does not depend on layout.
 */
export const computeLengths = (value: string, context: LengthContext): string =>
  relevant.test(value) ? computeFunctions(computeViewportUnits(value, context.image), context) : value;

interface Token {
  readonly kind: number;
  readonly text: string;
}

const getTokens = (css: string): Token[] => {
  const tokens: Token[] = [];
  readTokens(css, (kind, start, end) => tokens.push({ kind, text: css.slice(start, end) }));
  return tokens;
};

const toText = (pixels: number): string => `${Number(pixels.toFixed(4))}`;

const computeViewportUnits = (css: string, { width, height }: Size): string => {
  const sides: Readonly<Record<string, number>> = {
    ...{ w: width, i: width, h: height, b: height },
    ...{ min: Math.min(width, height), max: Math.max(width, height) },
  };
  const toPixels = ({ kind, text }: Token): string => {
    const [, amount, side = ''] = (kind === kinds.Dimension && viewportUnit.exec(text)) || [];
    return amount === undefined ? text : `${toText((Number(amount) * (sides[side.toLowerCase()] as number)) / 100)}px`;
  };
  return getTokens(css).map(toPixels).join('');
};

/** Replaces each outermost function of mathematics that contains `min()`, `max()` or `clamp()`, if it can be computed. */
const computeFunctions = (css: string, context: LengthContext): string => {
  if (!/\b(?:min|max|clamp)\(/i.test(css)) return css;
  const tokens = getTokens(css);
  if (tokens.filter(({ kind }) => kind === kinds.Function).length > maxFunctions) return css;
  let result = '';
  for (let at = 0; at < tokens.length; ) {
    const { kind, text } = tokens[at] as Token;
    const end = kind === kinds.Function && mathematics.test(text) ? findEnd(tokens, at) : at;
    const computed = end > at ? evaluate(tokens.slice(at, end), context) : undefined;
    result += computed ?? text;
    at = computed === undefined ? at + 1 : end;
  }
  return result;
};

const mathematics = /^(?:min|max|clamp|calc)\($/i;

/** Returns the index after the parenthesis that closes a function. */
const findEnd = (tokens: readonly Token[], from: number): number => {
  let depth = 0;
  for (let at = from; at < tokens.length; at += 1) {
    const { kind } = tokens[at] as Token;
    if (kind === kinds.Function || kind === kinds.LeftParenthesis) depth += 1;
    if (kind === kinds.RightParenthesis) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return from;
};

/** A number, or a length in pixels. */
interface Quantity {
  readonly amount: number;
  readonly isLength: boolean;
}

/** @param values all numbers or all lengths. @returns undefined for a wrong number of values. */
const applyFunction = (name: string, values: readonly Quantity[]): Quantity | undefined => {
  const amounts = values.map(({ amount }) => amount);
  const [low = 0, middle = 0, high = 0] = amounts;
  const isLength = values[0]?.isLength ?? false;
  if (/^min/i.test(name)) return { isLength, amount: Math.min(...amounts) };
  if (/^max/i.test(name)) return { isLength, amount: Math.max(...amounts) };
  if (/^clamp/i.test(name))
    return amounts.length === 3 ? { isLength, amount: Math.max(low, Math.min(middle, high)) } : undefined;
  return amounts.length === 1 ? { isLength, amount: low } : undefined;
};

/** The expression depends on layout, or is invalid. */
class NotComputable extends Error {}

/** Returns the value of a mathematical function; undefined if it depends on layout or is invalid. */
const evaluate = (all: readonly Token[], { fontSize, percentage }: LengthContext): string | undefined => {
  const tokens = all.filter(({ kind }) => kind !== kinds.WhiteSpace && kind !== kinds.Comment);
  let at = 0;
  const take = (text: string): boolean => {
    if (tokens[at]?.text !== text) return false;
    at += 1;
    return true;
  };
  const fail = (): never => {
    throw new NotComputable();
  };

  const readArguments = (depth: number): Quantity[] => {
    const read = [readSum(depth)];
    while (take(',')) read.push(readSum(depth));
    return take(')') && new Set(read.map(({ isLength }) => isLength)).size === 1 ? read : fail();
  };

  const readValue = (depth: number): Quantity => {
    const { kind, text = '' } = tokens[at] ?? {};
    at += 1;
    if (depth > maxFunctions) return fail();
    if (kind === kinds.LeftParenthesis || (kind === kinds.Function && mathematics.test(text)))
      return applyFunction(text, readArguments(depth + 1)) ?? fail();
    if (kind === kinds.Number) return { amount: Number(text), isLength: false };
    if (kind === kinds.Percentage && percentage !== undefined)
      return { amount: (Number.parseFloat(text) * percentage) / 100, isLength: true };
    const amount = kind === kinds.Dimension ? getPixels(text, fontSize) : undefined;
    return amount === undefined ? fail() : { amount, isLength: true };
  };

  const readProduct = (depth: number): Quantity => {
    let product = readValue(depth);
    for (;;) {
      if (take('*')) {
        const by = readValue(depth);
        if (by.isLength && product.isLength) fail();
        product = { amount: product.amount * by.amount, isLength: product.isLength || by.isLength };
      } else if (take('/')) {
        const by = readValue(depth);
        if (by.isLength || by.amount === 0) fail();
        product = { ...product, amount: product.amount / by.amount };
      } else return product;
    }
  };

  const readSum = (depth: number): Quantity => {
    let sum = readProduct(depth);
    for (;;) {
      const sign = take('+') ? 1 : take('-') ? -1 : 0;
      if (sign === 0) return sum;
      const next = readProduct(depth);
      if (next.isLength !== sum.isLength) fail();
      sum = { ...sum, amount: sum.amount + sign * next.amount };
    }
  };

  try {
    const { amount, isLength } = readValue(0);
    return at === tokens.length && Number.isFinite(amount) ? `${toText(amount)}${isLength ? 'px' : ''}` : undefined;
  } catch (error) {
    if (error instanceof NotComputable) return undefined;
    throw error;
  }
};
