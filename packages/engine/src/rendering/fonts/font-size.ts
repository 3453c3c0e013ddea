import { getOwn } from '../../get-own.ts';
import { getLength, getPixels } from '../../styles/values/lengths.ts';

/** Default sizes of tags relative to the parent's. Source: HTML Living Standard, 15.3. */
const tagSizes: Readonly<Record<string, number>> = {
  h1: 2,
  h2: 1.5,
  h3: 1.17,
  h5: 0.83,
  h6: 0.67,
  small: 5 / 6,
  sub: 5 / 6,
  sup: 5 / 6,
  big: 1.2,
};

/**
 * Returns the font size of an element in CSS pixels.
 *
 * @param value of its `fontSize`.
 * @param inherited size of the parent; undefined if unknown.
 * @returns undefined if it depends on layout: `calc()`, viewport units, keywords.
 */
export const getFontSize = (
  type: string,
  value: string | number | undefined,
  inherited: number | undefined,
): number | undefined => {
  if (value === undefined) return inherited === undefined ? undefined : inherited * (getOwn(tagSizes, type) ?? 1);
  if (value === 'inherit') return inherited;
  const length = getLength(value);
  if (!length || length.amount < 0) return undefined;
  return length.unit === '%' ? inherited && (length.amount * inherited) / 100 : getPixels(value, inherited);
};
