import { getOwn } from '../../get-own.ts';

/** Default font size in CSS pixels, and the size of 1 `rem`. */
export const rootFontSize = 16;

/** A number and its unit in lower case; '' without a unit. */
export interface Length {
  readonly amount: number;
  readonly unit: string;
}

const pattern = /^\s*([-+]?(?:\d+(?:\.\d*)?|\.\d+))([a-z]+|%)?\s*$/i;

/** Parses `12`, `12px`, `-1.5em`, `40%`. @returns undefined for anything else: keywords, `calc()`. */
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
 * Returns a length in CSS pixels; a number without a unit is in pixels.
 *
 * @param fontSize of the element, in pixels. @default unknown, so that `em` and `ex` are too
 * @returns undefined if the value is not a length or depends on layout.
 */
export const getPixels = (value: unknown, fontSize?: number): number | undefined => {
  const length = getLength(value);
  if (!length) return undefined;
  const { amount, unit } = length;
  // Browsers use half of the font size if the font does not define `ex`.
  const per = Object.hasOwn(pixelsPer, unit)
    ? pixelsPer[unit]
    : fontSize && getOwn({ em: fontSize, ex: fontSize / 2 }, unit);
  return per === undefined ? undefined : amount * per;
};
