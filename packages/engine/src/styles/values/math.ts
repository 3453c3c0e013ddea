import { kinds, readTokens } from '../../css-tokens.ts';
import { getOwn } from '../../get-own.ts';
import { getPixels } from './lengths.ts';

/** A number, a length in pixels with a percentage of what depends on layout, or an angle in degrees. */
export interface Quantity {
  readonly amount: number;
  readonly percent: number;
  readonly kind: 'number' | 'length' | 'angle';
}

/** What the terms of an expression refer to. */
export interface MathContext {
  /** For `em`, in CSS pixels; undefined if unknown. */
  readonly fontSize?: number | undefined;
  /** What percentages refer to; undefined if unknown, so that a sum keeps them. */
  readonly percentage?: number | undefined;
  /** Names that stand for numbers, in lower case. */
  readonly names?: Readonly<Record<string, number>>;
}

/** A token of CSS. */
export interface Token {
  readonly kind: number;
  readonly text: string;
}

export const getTokens = (css: string): Token[] => {
  const tokens: Token[] = [];
  readTokens(css, (kind, start, end) => tokens.push({ kind, text: css.slice(start, end) }));
  return tokens;
};

const degreesPer: Readonly<Record<string, number>> = { deg: 1, grad: 0.9, rad: 180 / Math.PI, turn: 360 };

/** Reads `45deg`, `0.5turn`. @returns degrees; undefined for anything else */
const getDegrees = (text: string): number | undefined => {
  const [, amount, unit = ''] = /^([-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?)([a-z]+)$/i.exec(text) ?? [];
  const per = getOwn(degreesPer, unit.toLowerCase());
  return amount === undefined || per === undefined ? undefined : Number(amount) * per;
};

/** Functions of mathematics, with their opening parenthesis. */
export const mathematics =
  /^(?:min|max|clamp|(?:-webkit-)?calc|round|mod|rem|abs|sign|a?(?:sin|cos|tan)|atan2|pow|sqrt|hypot|log|exp)\($/i;

const constants: Readonly<Record<string, number>> = {
  pi: Math.PI,
  e: Math.E,
  infinity: Infinity,
  '-infinity': -Infinity,
  nan: Number.NaN,
};

/** Maximum depth of functions and parentheses. */
const maxDepth = 32;

const toRadians = ({ amount, kind }: Quantity): number => (kind === 'angle' ? (amount * Math.PI) / 180 : amount);

type Kind = Quantity['kind'];
type Apply = (values: readonly number[], quantities: readonly Quantity[]) => number;

/** A function of numbers: what it computes, and the kind of its result; that of its arguments if undefined. */
const functions: Readonly<Record<string, readonly [apply: Apply, most: number, kind?: Kind]>> = {
  min: [(all) => Math.min(...all), Infinity],
  max: [(all) => Math.max(...all), Infinity],
  clamp: [([low = 0, middle = 0, high = 0]) => Math.max(low, Math.min(middle, high)), 3],
  mod: [([a = 0, b = 0]) => a - b * Math.floor(a / b), 2],
  rem: [([a = 0, b = 0]) => a % b, 2],
  abs: [([a = 0]) => Math.abs(a), 1],
  sign: [([a = 0]) => Math.sign(a), 1, 'number'],
  sin: [(_, [angle]) => Math.sin(toRadians(angle as Quantity)), 1, 'number'],
  cos: [(_, [angle]) => Math.cos(toRadians(angle as Quantity)), 1, 'number'],
  tan: [(_, [angle]) => Math.tan(toRadians(angle as Quantity)), 1, 'number'],
  asin: [([a = 0]) => (Math.asin(a) * 180) / Math.PI, 1, 'angle'],
  acos: [([a = 0]) => (Math.acos(a) * 180) / Math.PI, 1, 'angle'],
  atan: [([a = 0]) => (Math.atan(a) * 180) / Math.PI, 1, 'angle'],
  atan2: [([a = 0, b = 0]) => (Math.atan2(a, b) * 180) / Math.PI, 2, 'angle'],
  pow: [([a = 0, b = 0]) => a ** b, 2, 'number'],
  sqrt: [([a = 0]) => Math.sqrt(a), 1, 'number'],
  hypot: [(all) => Math.hypot(...all), Infinity],
  log: [([a = 0, b]) => (b === undefined ? Math.log(a) : Math.log(a) / Math.log(b)), 2, 'number'],
  exp: [([a = 0]) => Math.exp(a), 1, 'number'],
};

/** Numbers of arguments that a function needs where it does not take any number of them. */
const least: Readonly<Record<string, number>> = { clamp: 3, mod: 2, rem: 2, atan2: 2, pow: 2, log: 1 };

const toNearest = (amount: number): number => Math.floor(amount + 0.5);

const roundings: Readonly<Record<string, (amount: number) => number>> = {
  nearest: toNearest,
  up: Math.ceil,
  down: Math.floor,
  'to-zero': Math.trunc,
};

const exact = (amount: number, kind: Kind): Quantity => ({ amount, percent: 0, kind });

/** The expression depends on layout, or is invalid. */
class NotComputable extends Error {}

const fail = (): never => {
  throw new NotComputable();
};

const scale = ({ amount, percent, kind }: Quantity, times: number): Quantity => ({
  amount: amount * times,
  percent: percent * times,
  kind,
});

const multiply = (one: Quantity, other: Quantity): Quantity =>
  other.kind === 'number' ? scale(one, other.amount) : one.kind === 'number' ? scale(other, one.amount) : fail();

const applyFunction = (name: string, values: readonly Quantity[]): Quantity => {
  const [first] = values;
  if (!first || values.some(({ kind }) => kind !== first.kind)) return fail();
  // one of a single value is that value, even if it depends on layout
  if (name === '' || name.endsWith('calc') || (values.length === 1 && /^m(?:in|ax)$/.test(name)))
    return values.length === 1 ? first : fail();
  const known = getOwn(functions, name);
  if (!known || values.some(({ percent }) => percent !== 0)) return fail();
  const [apply, most, kind = first.kind] = known;
  if (values.length > most || values.length < (least[name] ?? 1)) return fail();
  return exact(
    apply(
      values.map(({ amount }) => amount),
      values,
    ),
    kind,
  );
};

/** @returns the value of an expression; undefined if it depends on what is unknown, or is invalid */
export const evaluateMath = (
  all: readonly Token[],
  { fontSize, percentage, names = {} }: MathContext,
): Quantity | undefined => {
  const tokens = all.filter(({ kind }) => kind !== kinds.WhiteSpace && kind !== kinds.Comment);
  let at = 0;
  const take = (text: string): boolean => {
    if (tokens[at]?.text !== text) return false;
    at += 1;
    return true;
  };

  const readArguments = (depth: number): Quantity[] => {
    const read = [readSum(depth)];
    while (take(',')) read.push(readSum(depth));
    return take(')') ? read : fail();
  };

  /** Reads `round(up, 12px, 5px)`. */
  const readRound = (depth: number): Quantity => {
    const rounding = getOwn(roundings, tokens[at]?.text.toLowerCase() ?? '');
    if (rounding) {
      at += 1;
      if (!take(',')) return fail();
    }
    const [amount = fail(), step = exact(1, 'number'), ...others] = readArguments(depth);
    if (amount.percent !== 0 || step.percent !== 0 || amount.kind !== step.kind || others.length > 0) return fail();
    return exact((rounding ?? toNearest)(amount.amount / step.amount) * step.amount, amount.kind);
  };

  /** Reads `clamp(none, 5px, 10px)`. */
  const readClamp = (depth: number): Quantity => {
    const readBound = (unbounded: number) => (take('none') ? unbounded : readSum(depth));
    const low = readBound(-Infinity);
    const middle = take(',') ? readSum(depth) : fail();
    const high = take(',') ? readBound(Infinity) : fail();
    const toQuantity = (bound: number | Quantity) => (typeof bound === 'number' ? exact(bound, middle.kind) : bound);
    return take(')') ? applyFunction('clamp', [toQuantity(low), middle, toQuantity(high)]) : fail();
  };

  const readFunction = (text: string, depth: number): Quantity => {
    const name = text.slice(0, -1).toLowerCase();
    if (name === 'round') return readRound(depth);
    return name === 'clamp' ? readClamp(depth) : applyFunction(name, readArguments(depth));
  };

  /** Reads a number, a percentage, a length, an angle or a name. */
  const readTerm = ({ kind, text }: Token): Quantity => {
    if (kind === kinds.Number) return exact(Number(text), 'number');
    if (kind === kinds.Ident) {
      const named = getOwn(names, text.toLowerCase()) ?? getOwn(constants, text.toLowerCase());
      return named === undefined ? fail() : exact(named, 'number');
    }
    if (kind === kinds.Percentage) {
      const percent = Number.parseFloat(text);
      if (percentage === undefined) return { amount: 0, percent, kind: 'length' };
      return exact((percent * percentage) / 100, 'length');
    }
    const pixels = kind === kinds.Dimension ? getPixels(text, fontSize) : undefined;
    const degrees = kind === kinds.Dimension ? getDegrees(text) : undefined;
    return pixels === undefined ? exact(degrees ?? fail(), 'angle') : exact(pixels, 'length');
  };

  const readValue = (depth: number): Quantity => {
    const token = tokens[at];
    at += 1;
    if (depth > maxDepth || !token) return fail();
    const isFunction = token.kind === kinds.Function && mathematics.test(token.text);
    if (token.kind === kinds.LeftParenthesis || isFunction) return readFunction(token.text, depth + 1);
    return readTerm(token);
  };

  const readProduct = (depth: number): Quantity => {
    let product = readValue(depth);
    for (;;) {
      if (take('*')) product = multiply(product, readValue(depth));
      else if (take('/')) {
        const by = readValue(depth);
        if (by.kind !== 'number' || by.amount === 0) fail();
        product = scale(product, 1 / by.amount);
      } else return product;
    }
  };

  const readSum = (depth: number): Quantity => {
    let sum = readProduct(depth);
    for (;;) {
      const sign = take('+') ? 1 : take('-') ? -1 : 0;
      if (sign === 0) return sum;
      const other = readProduct(depth);
      if (other.kind !== sum.kind) fail();
      sum = { ...sum, amount: sum.amount + sign * other.amount, percent: sum.percent + sign * other.percent };
    }
  };

  try {
    const found = readValue(0);
    return at === tokens.length && Number.isFinite(found.amount + found.percent) ? found : undefined;
  } catch (error) {
    if (error instanceof NotComputable) return undefined;
    throw error;
  }
};
