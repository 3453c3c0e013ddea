import { getTagSize } from './defaults.ts';
import { getLength, getPixels } from './values/lengths.ts';

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
  if (value === undefined) return inherited === undefined ? undefined : inherited * getTagSize(type);
  if (value === 'inherit') return inherited;
  const length = getLength(value);
  if (!length || length.amount < 0) return undefined;
  return length.unit === '%' ? inherited && (length.amount * inherited) / 100 : getPixels(value, inherited);
};
