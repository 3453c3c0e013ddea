import { rootFontSize } from '../css/lengths.ts';
import { getFontSize } from '../fonts/font-size.ts';
import type { PreparedProps } from '../tree/prepared-tree.ts';

/** Font sizes to try, in CSS pixels. */
export interface FitRange {
  readonly min: number;
  readonly max: number;
}

const smallest = 12;
const largest = 200;
const bounds = { min: 1, max: 1_000 } as const;

/**
 * Returns the font sizes that a `fit` attribute allows. `fit` alone: from 12 px to the element's `fontSize`, or 200 px
 * without one. `fit={[20, 60]}`: between the two.
 *
 * @returns undefined for an element without `fit`.
 */
export const getFitRange = (type: string, { fit, style }: PreparedProps): FitRange | undefined => {
  if (fit === undefined || fit === null || fit === false || fit === 'false') return undefined;
  const own =
    style?.fontSize === undefined ? largest : (getFontSize(type, style.fontSize, rootFontSize) ?? rootFontSize);
  const [min, max] = Array.isArray(fit) ? fit.map(Number) : [];
  const from = within(min ?? Number.NaN, Math.min(smallest, own));
  const to = within(max ?? Number.NaN, own);
  return { min: Math.min(from, to), max: Math.max(from, to) };
};

const within = (size: number, fallback: number): number =>
  Math.min(bounds.max, Math.max(bounds.min, Number.isFinite(size) ? size : fallback));
