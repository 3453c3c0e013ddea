import { kinds } from '../../css-tokens.ts';
import { evaluateMath, getTokens, type MathContext, mathematics, type Quantity, type Token } from './math.ts';

type Size = Readonly<Record<'width' | 'height', number>>;

/** What relative lengths refer to, in CSS pixels. */
export interface LengthContext extends Pick<MathContext, 'fontSize' | 'percentage'> {
  readonly image: Size;
}

/** Functions, and `calc()` with parentheses: takumi 2.16 reads none with percentages and lengths inside. */
const computable =
  /\b(?:min|max|clamp|round|mod|rem|abs|sign|a?(?:sin|cos|tan)|atan2|pow|sqrt|hypot|log|exp)\(|\bcalc\([^)]*\(/i;
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

const write = ({ amount, percent, kind }: Quantity): string => {
  if (kind !== 'length') return `${toText(amount)}${kind === 'angle' ? 'deg' : ''}`;
  if (percent === 0) return `${toText(amount)}px`;
  const share = `${toText(percent)}%`;
  return amount === 0 ? share : `calc(${share} ${amount < 0 ? '-' : '+'} ${toText(Math.abs(amount))}px)`;
};

/** Returns the value of a mathematical function; undefined if it depends on layout or is invalid. */
const evaluate = (tokens: readonly Token[], context: LengthContext): string | undefined => {
  const found = evaluateMath(tokens, context);
  return found && write(found);
};
