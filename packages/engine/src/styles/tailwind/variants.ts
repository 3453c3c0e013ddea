import { getOwn } from '../../get-own.ts';
import type { Style } from '../style.ts';
import { rootFontSize } from '../values/lengths.ts';
import type { Theme } from './theme.ts';

/** Where an element stands among the elements of its parent; counted from 1. */
export interface Place {
  readonly index: number;
  readonly count: number;
  /** The same among the elements with its tag. */
  readonly indexOfType: number;
  readonly countOfType: number;
  readonly isEmpty: boolean;
}

/**
 * What a variant says of an element: `applies`, `differs` (another width or place), `never` (a state that no image
 * has), `unknown`.
 */
export type VariantResult = 'applies' | 'differs' | 'never' | 'unknown';

export interface VariantContext {
  /** Width of the image in CSS pixels. */
  readonly width: number;
  readonly theme: Theme;
  /** Undefined where the element is not known, as in a style sheet. */
  readonly place?: Place | undefined;
}

/** Minimum width of the image in CSS pixels at which a prefix applies. */
export const breakpoints: Readonly<Record<string, number>> = { sm: 640, md: 768, lg: 1024, xl: 1280, '2xl': 1536 };

/** States, media and parts that no element of an image has. Source: https://tailwindcss.com/docs/hover-focus-and-other-states */
const neverInImages =
  /^(?:(?:(?:group|peer)-)?(?:hover|focus|focus-within|focus-visible|active|visited|target|disabled|checked|indeterminate|default|required|valid|invalid|user-valid|user-invalid|in-range|out-of-range|autofill|read-only|open)(?:\/[\w-]+)?|dark|print|portrait|motion-reduce|contrast-more|contrast-less|forced-colors|inverted-colors|pointer-coarse|pointer-none|any-pointer-coarse|any-pointer-none|noscript|starting|selection|backdrop|details-content)$/;

/** Conditions that are true of every image: the media of a browser with a mouse and no preference. */
const always = /^(?:motion-safe|pointer-fine|any-pointer-fine|ltr)$/;

const toResult = (applies: boolean): VariantResult => (applies ? 'applies' : 'differs');

/** Returns what a variant such as `md`, `first` or `not-last` says. */
export const resolveVariant = (variant: string, context: VariantContext): VariantResult => {
  const [, negated] = /^not-(.+)$/.exec(variant) ?? [];
  if (negated !== undefined) {
    const result = resolveVariant(negated, context);
    return result === 'unknown' ? result : toResult(result !== 'applies');
  }
  const width = resolveWidth(variant, context);
  if (width !== undefined) return width;
  if (neverInImages.test(variant)) return 'never';
  if (always.test(variant)) return 'applies';
  return (context.place && resolvePlace(variant, context.place)) ?? 'unknown';
};

const resolveWidth = (variant: string, { width, theme }: VariantContext): VariantResult | undefined => {
  const [, bound, given] = /^(?:(min|max)-)?(.+)$/.exec(variant) ?? [];
  const edge = getWidth(/^\[(.+)\]$/.exec(given ?? '')?.[1]) ?? getBreakpoint(given ?? '', theme);
  return edge === undefined ? undefined : toResult(bound === 'max' ? width < edge : width >= edge);
};

const getBreakpoint = (name: string, theme: Theme): number | undefined =>
  getWidth(theme.get(`--breakpoint-${name}`)) ?? getOwn(breakpoints, name);

/** Returns the style of `container`: as wide as the largest breakpoint that the image reaches. */
export const getContainer = (width: number, theme: Theme): Style => {
  const reached = Object.keys(breakpoints)
    .map((name) => getBreakpoint(name, theme) ?? 0)
    .filter((edge) => edge <= width);
  return { width: '100%', ...(reached.length > 0 && { maxWidth: Math.max(...reached) }) };
};

const getWidth = (text: string | undefined): number | undefined => {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(px|rem|em)$/.exec(text ?? '') ?? [];
  return amount === undefined ? undefined : Number(amount) * (unit === 'px' ? 1 : rootFontSize);
};

const resolvePlace = (variant: string, place: Place): VariantResult | undefined => {
  const { index, count, indexOfType, countOfType, isEmpty } = place;
  const named: Readonly<Record<string, boolean>> = {
    first: index === 1,
    last: index === count,
    only: count === 1,
    odd: index % 2 === 1,
    even: index % 2 === 0,
    'first-of-type': indexOfType === 1,
    'last-of-type': indexOfType === countOfType,
    'only-of-type': countOfType === 1,
    empty: isEmpty,
  };
  const known = getOwn(named, variant);
  if (known !== undefined) return toResult(known);
  const [, from = '', given = ''] = /^nth-(last-of-type-|of-type-|last-)?(.+)$/.exec(variant) ?? [];
  const pattern = /^\d+$/.test(given) ? given : /^\[(.+)\]$/.exec(given)?.[1];
  if (pattern === undefined) return undefined;
  const [own, all] = from.includes('of-type') ? [indexOfType, countOfType] : [index, count];
  const matches = matchesPattern(from.startsWith('last') ? all - own + 1 : own, pattern);
  return matches === undefined ? undefined : toResult(matches);
};

/** Returns whether a number, counted from 1, is one of `3`, `odd` or `2n+1`; undefined for what is no such pattern. */
const matchesPattern = (number: number, written: string): boolean | undefined => {
  const pattern = written
    .replaceAll('_', '')
    .replace(/^odd$/, '2n+1')
    .replace(/^even$/, '2n');
  if (/^[+-]?\d+$/.test(pattern)) return number === Number(pattern);
  const [, step, offset = '0'] = /^([+-]?\d*)n([+-]\d+)?$/.exec(pattern) ?? [];
  if (step === undefined) return undefined;
  const by = /\d/.test(step) ? Number(step) : Number(`${step}1`);
  const beyond = number - Number(offset);
  return by === 0 ? beyond === 0 : beyond % by === 0 && beyond / by >= 0;
};
