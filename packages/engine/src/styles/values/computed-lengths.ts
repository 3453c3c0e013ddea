import { kinds, readTokens } from '../../css-tokens.ts';
import { getPixels } from './lengths.ts';

type Size = Readonly<Record<'width' | 'height', number>>;

/** What relative lengths refer to, in CSS pixels. */
export interface LengthContext {
  readonly image: Size;
  /** Font size for `em`; undefined if unknown. */
  readonly fontSize?: number | undefined;
  /** What percentages in functions refer to; undefined if unknown, so that a sum keeps them. */
  readonly percentage?: number | undefined;
}

/** `min()`, `max()`, `clamp()`, and `calc()` with parentheses: takumi 2.16 reads none with percentages and lengths inside. */
const computable = /\b(?:min|max|clamp)\(|\bcalc\([^)]*\(/i;
const viewportUnits = /\dv(?:w|h|i|b|min|max)\b|\d[dsl]v/i;
const viewportUnit = /^([-+]?[\d.]+(?:e[-+]?\d+)?)[dsl]?v(w|h|i|b|min|max)$/i;

/** Maximum number of functions inside of one, and of their depth: each that cannot be computed is read again inside. */
const maxFunctions = 32;

/**
 * Returns a CSS value with viewport units in pixels, with `min()`, `max()` and `clamp()` replaced by their result if it
 * does not depend on layout, and with `calc((100% - 24px) / 3)` as `calc(33.3333% - 8px)`.
 */
export const computeLengths = (value: string, context: LengthContext): string =>
  computable.test(value) || viewportUnits.test(value)
    ? computeFunctions(computeViewportUnits(value, context.image), context)
    : value;

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

/** Replaces each outermost function of mathematics of a value that has one to be computed, if that is possible. */
const computeFunctions = (css: string, context: LengthContext): string => {
  if (!computable.test(css)) return css;
  const tokens = getTokens(css);
  const functions = findFunctions(tokens);
  let result = '';
  for (let at = 0; at < tokens.length; ) {
    const { text } = tokens[at] as Token;
    const { end = at, inside = 0 } = functions.get(at) ?? {};
    const isComputed = end > at && inside <= maxFunctions && mathematics.test(text);
    const found = isComputed ? evaluate(tokens.slice(at, end), context) : undefined;
    result += found ?? text;
    at = found === undefined ? at + 1 : end;
  }
  return result;
};

const mathematics = /^(?:min|max|clamp|calc)\($/i;

/** Returns where each function ends, by where it begins, and how many functions are inside of it; without open ones. */
const findFunctions = (tokens: readonly Token[]): ReadonlyMap<number, { end: number; inside: number }> => {
  const functions = new Map<number, { end: number; inside: number }>();
  const open: { readonly from: number; readonly isFunction: boolean; readonly before: number }[] = [];
  let count = 0;
  for (const [at, { kind }] of tokens.entries()) {
    const isFunction = kind === kinds.Function;
    if (isFunction) count += 1;
    if (isFunction || kind === kinds.LeftParenthesis) open.push({ from: at, isFunction, before: count });
    const closed = kind === kinds.RightParenthesis ? open.pop() : undefined;
    if (closed?.isFunction) functions.set(closed.from, { end: at + 1, inside: count - closed.before });
  }
  return functions;
};

/** A number, or a length: pixels and a percentage of what depends on layout. */
interface Quantity {
  readonly amount: number;
  readonly percent: number;
  readonly isLength: boolean;
}

/** @param values all numbers or all lengths. @returns undefined for a wrong number of values, and where layout decides. */
const applyFunction = (name: string, values: readonly Quantity[]): Quantity | undefined => {
  const [first] = values;
  if (first && values.length === 1 && !/^clamp/i.test(name)) return first;
  if (values.some(({ percent }) => percent !== 0)) return undefined;
  const amounts = values.map(({ amount }) => amount);
  const [low = 0, middle = 0, high = 0] = amounts;
  const exact = { percent: 0, isLength: first?.isLength ?? false };
  if (/^min/i.test(name)) return { ...exact, amount: Math.min(...amounts) };
  if (/^max/i.test(name)) return { ...exact, amount: Math.max(...amounts) };
  const isClamp = /^clamp/i.test(name) && amounts.length === 3;
  return isClamp ? { ...exact, amount: Math.max(low, Math.min(middle, high)) } : undefined;
};

const scale = ({ amount, percent, isLength }: Quantity, times: number): Quantity => ({
  amount: amount * times,
  percent: percent * times,
  isLength,
});

/** Returns undefined for two lengths. */
const multiply = (one: Quantity, other: Quantity): Quantity | undefined => {
  if (!other.isLength) return scale(one, other.amount);
  return one.isLength ? undefined : scale(other, one.amount);
};

const write = ({ amount, percent, isLength }: Quantity): string => {
  if (!isLength) return toText(amount);
  if (percent === 0) return `${toText(amount)}px`;
  const share = `${toText(percent)}%`;
  return amount === 0 ? share : `calc(${share} ${amount < 0 ? '-' : '+'} ${toText(Math.abs(amount))}px)`;
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
    if (kind === kinds.Number) return { amount: Number(text), percent: 0, isLength: false };
    if (kind === kinds.Percentage) {
      const percent = Number.parseFloat(text);
      if (percentage === undefined) return { amount: 0, percent, isLength: true };
      return { amount: (percent * percentage) / 100, percent: 0, isLength: true };
    }
    const amount = kind === kinds.Dimension ? getPixels(text, fontSize) : undefined;
    return amount === undefined ? fail() : { amount, percent: 0, isLength: true };
  };

  const readProduct = (depth: number): Quantity => {
    let product = readValue(depth);
    for (;;) {
      if (take('*')) {
        const by = readValue(depth);
        product = multiply(product, by) ?? fail();
      } else if (take('/')) {
        const by = readValue(depth);
        if (by.isLength || by.amount === 0) fail();
        product = scale(product, 1 / by.amount);
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
      sum = { ...sum, amount: sum.amount + sign * next.amount, percent: sum.percent + sign * next.percent };
    }
  };

  try {
    const found = readValue(0);
    return at === tokens.length && Number.isFinite(found.amount + found.percent) ? write(found) : undefined;
  } catch (error) {
    if (error instanceof NotComputable) return undefined;
    throw error;
  }
};
