import { kinds, readTokens, splitList } from '../css-tokens.ts';
import { getOwn } from '../get-own.ts';
import { isSupported } from './supported.ts';
import { getPixels, rootFontSize } from './values/lengths.ts';

/** What conditions of style sheets ask about. */
export interface Surface {
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Device pixels per CSS pixel. @default 1 */
  readonly devicePixelRatio?: number | undefined;
}

/** What a media query asks of an image, and the value that is true of it, as of a page on a screen. */
const preferences: Readonly<Record<string, string>> = {
  'prefers-color-scheme': 'light',
  'prefers-reduced-motion': 'no-preference',
  'prefers-contrast': 'no-preference',
  'prefers-reduced-transparency': 'no-preference',
  'prefers-reduced-data': 'no-preference',
  hover: 'hover',
  'any-hover': 'hover',
  pointer: 'fine',
  'any-pointer': 'fine',
  update: 'fast',
  scripting: 'enabled',
  scan: 'progressive',
  'overflow-block': 'scroll',
  'overflow-inline': 'scroll',
  'display-mode': 'browser',
  'color-gamut': 'srgb',
  'dynamic-range': 'standard',
  'video-dynamic-range': 'standard',
  'forced-colors': 'none',
  'inverted-colors': 'none',
};

type Comparison = (own: number, asked: number) => boolean;
const comparisons: Readonly<Record<string, Comparison>> = {
  '<': (own, asked) => own < asked,
  '<=': (own, asked) => own <= asked,
  '=': (own, asked) => own === asked,
  '>': (own, asked) => own > asked,
  '>=': (own, asked) => own >= asked,
};
const turned: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '=': '=', '>': '<', '>=': '<=' };

/** A condition that is neither true nor false is unknown, and so is its negation. */
export type Answer = boolean | undefined;

const not = (answer: Answer): Answer => (answer === undefined ? undefined : !answer);
const and = (answers: readonly Answer[]): Answer =>
  answers.includes(false) ? false : answers.includes(undefined) ? undefined : true;
const or = (answers: readonly Answer[]): Answer =>
  answers.includes(true) ? true : answers.includes(undefined) ? undefined : false;

const perDot: Readonly<Record<string, number>> = { dppx: 1, x: 1, dpi: 1 / 96, dpcm: 2.54 / 96 };

/** Parses `600px`, `16 / 9`, `2dppx` or a number. */
const toNumber = (written: string): number | undefined => {
  const [, across, down] = /^([\d.]+)\s*\/\s*([\d.]+)$/.exec(written) ?? [];
  if (across !== undefined) return Number(across) / Number(down);
  const [, amount, unit = ''] = /^([\d.]+)(dppx|x|dpi|dpcm)$/i.exec(written) ?? [];
  if (amount !== undefined) return Number(amount) * (getOwn(perDot, unit.toLowerCase()) ?? 1);
  return getPixels(written, rootFontSize);
};

const getSizes = ({ width, height, devicePixelRatio = 1 }: Surface): Readonly<Record<string, number>> => ({
  width,
  height,
  'device-width': width,
  'device-height': height,
  'aspect-ratio': width / height,
  'device-aspect-ratio': width / height,
  resolution: devicePixelRatio,
  color: 8,
  'color-index': 0,
  monochrome: 0,
  grid: 0,
});

/** Returns whether a feature such as `min-height: 50px` or `400px <= height` is true of an image; undefined if unknown. */
export const answerFeature = (written: string, surface: Surface): Answer => {
  const feature = written.toLowerCase().trim();
  const [name = '', value] = feature.split(':', 2).map((part) => part.trim());
  if (name === 'orientation' && value !== undefined)
    return Number.isNaN(surface.height / surface.width)
      ? undefined
      : value === (surface.height >= surface.width ? 'portrait' : 'landscape');
  const preferred = getOwn(preferences, name);
  if (preferred !== undefined)
    return value === undefined ? !/^no(?:ne|-preference)$/.test(preferred) : value === preferred;
  return answerSize(name, value, getSizes(surface)) ?? answerRange(feature, getSizes(surface));
};

const answerSize = (name: string, value: string | undefined, sizes: Readonly<Record<string, number>>): Answer => {
  const [, vendor = '', bound, rest = ''] = /^(-webkit-)?(?:(min|max)-)?(.+)$/.exec(name) ?? [];
  const sized = vendor !== '' && rest === 'device-pixel-ratio' ? 'resolution' : rest;
  const own = vendor === '' || sized === 'resolution' ? getOwn(sizes, sized) : undefined;
  if (own !== undefined && value === undefined && bound === undefined && name === sized) return own !== 0;
  if (own === undefined || value === undefined) return undefined;
  return compare([bound === 'min' ? '>=' : bound === 'max' ? '<=' : '=', value], own);
};

const compare = ([operator, value]: readonly [string, string], own: number): Answer => {
  const asked = toNumber(value.trim());
  return asked === undefined || Number.isNaN(own) ? undefined : comparisons[operator]?.(own, asked);
};

/** Evaluates `height > 50px` and `50px < height <= 90px`. */
const answerRange = (feature: string, sizes: Readonly<Record<string, number>>): Answer => {
  const parts = feature.split(/([<>]=?|=)/).map((part) => part.trim());
  const at = parts.findIndex((part) => Object.hasOwn(sizes, part));
  if (at < 0 || parts.length > 5) return undefined;
  const own = sizes[parts[at] ?? ''] as number;
  const [before, left, , right, after] = [parts[at - 2], parts[at - 1], '', parts[at + 1], parts[at + 2]];
  const results = [
    ...(before === undefined || left === undefined ? [] : [compare([turned[left] ?? '', before], own)]),
    ...(after === undefined || right === undefined ? [] : [compare([right, after], own)]),
  ];
  return results.length === 0 ? undefined : and(results);
};

/** A word, or what is in brackets with the name of the function before them. */
export type Part = { readonly word: string } | { readonly name: string; readonly inside: string };

/** Splits a condition into its words and brackets. */
export const getParts = (condition: string): Part[] => {
  const parts: Part[] = [];
  let depth = 0;
  let opened = { name: '', at: 0 };
  readTokens(condition, (kind, start, end) => {
    const text = condition.slice(start, end);
    const isOpening = kind === kinds.Function || kind === kinds.LeftParenthesis;
    if (isOpening && depth === 0) opened = { name: text.slice(0, -1).toLowerCase(), at: end };
    if (isOpening) depth += 1;
    if (kind === kinds.RightParenthesis && depth > 0) {
      depth -= 1;
      if (depth === 0) parts.push({ name: opened.name, inside: condition.slice(opened.at, start) });
    } else if (depth === 0 && kind !== kinds.WhiteSpace && kind !== kinds.Comment && !isOpening)
      parts.push({ word: text.toLowerCase() });
  });
  return parts;
};

/** Deepest condition in brackets that is read. */
const maxDepth = 20;

/** Evaluates `not A`, `A and B`, `A or B`. @param answer of one part that has no condition inside. */
export const evaluate = (parts: readonly Part[], answer: (part: Part, depth: number) => Answer, depth = 0): Answer => {
  const [first, ...rest] = parts;
  if (!first || depth > maxDepth) return undefined;
  if ('word' in first && first.word === 'not') return not(evaluate(rest, answer, depth + 1));
  const operator = parts.find((part) => 'word' in part && (part.word === 'and' || part.word === 'or'));
  const others = parts.filter((part) => !('word' in part && (part.word === 'and' || part.word === 'or')));
  const operands: Part[][] = [];
  let isNegated = false;
  for (const part of others) {
    if ('word' in part && part.word === 'not') {
      isNegated = true;
      continue;
    }
    operands.push(isNegated ? [{ word: 'not' }, part] : [part]);
    isNegated = false;
  }
  const answers = operands.map((operand) =>
    operand.length > 1 ? not(answer(operand[1] as Part, depth)) : answer(operand[0] as Part, depth),
  );
  return operator && 'word' in operator && operator.word === 'or' ? or(answers) : and(answers);
};

/** Returns whether a media query list is true of an image on a screen; unknown features are not. */
export const matchesMedia = (queries: string, surface: Surface): boolean => {
  const answerPart = (part: Part, depth: number): Answer => {
    if ('word' in part) return part.word === 'all' || part.word === 'screen';
    if (part.name !== '') return undefined;
    const inner = getParts(part.inside);
    const isCondition = inner.some((one) => 'inside' in one);
    return isCondition ? evaluate(inner, answerPart, depth + 1) : answerFeature(part.inside, surface);
  };
  const list = splitList(queries, ',');
  return (
    list.length === 0 ||
    list.some((query) => {
      const parts = getParts(query).filter((part) => !('word' in part && part.word === 'only'));
      const isNegated = 'word' in (parts[0] ?? {}) && (parts[0] as { word: string }).word === 'not';
      // `not screen and (color)` negates all of it
      const whole = isNegated ? not(evaluate(parts.slice(1), answerPart)) : evaluate(parts, answerPart);
      return whole === true;
    })
  );
};

/** Returns whether a condition of `@supports` is true of what is rendered. */
export const isSupporting = (condition: string): boolean => {
  const answerPart = (part: Part, depth: number): Answer => {
    if ('word' in part) return undefined;
    if (part.name === 'selector') return true;
    if (part.name !== '') return false;
    const colon = part.inside.indexOf(':');
    const isDeclaration = colon > 0 && /^\s*[\w-]+\s*$/.test(part.inside.slice(0, colon));
    if (isDeclaration)
      return isSupported(part.inside.slice(0, colon).trim().toLowerCase(), part.inside.slice(colon + 1).trim());
    return evaluate(getParts(part.inside), answerPart, depth + 1);
  };
  return evaluate(getParts(condition), answerPart) === true;
};
