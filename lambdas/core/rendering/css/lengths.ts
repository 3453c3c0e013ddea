import { lookUp } from '../../look-up.ts';

/** CSS pixels; the size that `rem` counts in and text has where nothing says otherwise. */
export const rootFontSize = 16;

/** A number with its unit, in lower case; '' for none. */
export interface Length {
  readonly amount: number;
  readonly unit: string;
}

const pattern = /^\s*([-+]?(?:\d+(?:\.\d*)?|\.\d+))([a-z]+|%)?\s*$/i;

/** Reads `12`, `12px`, `-1.5em`, `40%`. @returns undefined for anything else: keywords, `calc()`. */
export const getLength = (value: unknown): Length | undefined => {
  if (typeof value === 'number') return { amount: value, unit: '' };
  const [, amount, unit = ''] = (typeof value === 'string' && pattern.exec(value)) || [];
  return amount === undefined ? undefined : { amount: Number(amount), unit: unit.toLowerCase() };
};

/** Source: https://www.w3.org/TR/css-values-4/#absolute-lengths */
const pixelsPer: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  rem: rootFontSize,
};

/**
 * The CSS pixels of a length; a bare number counts as pixels.
 *
 * @param fontSize of the element, in pixels. @default not known: neither are lengths that follow it
 * @returns undefined where only the layout can tell, and for what is no length.
 */
export const getPixels = (value: unknown, fontSize?: number): number | undefined => {
  const length = getLength(value);
  if (!length) return undefined;
  const { amount, unit } = length;
  // half of the font size is what browsers take for `ex` where a font does not say
  const per = Object.hasOwn(pixelsPer, unit)
    ? pixelsPer[unit]
    : fontSize && lookUp({ em: fontSize, ex: fontSize / 2 }, unit);
  return per === undefined ? undefined : amount * per;
};
