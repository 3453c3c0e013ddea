import { splitList } from '../../../css-tokens.ts';
import { computeLengths } from '../../../styles/values/computed-lengths.ts';
import { evaluateMath, getTokens } from '../../../styles/values/math.ts';
import type { Size } from '../../boxes.ts';

/** What lengths of an element refer to. */
export interface LengthSpace {
  /** CSS pixels. */
  readonly fontSize: number;
  /** The nearest viewport, in user units. */
  readonly viewport: Size;
  /** What `vw` and `vh` refer to, in CSS pixels. */
  readonly image: Size;
}

export type Axis = 'width' | 'height' | 'diagonal';

const getWhole = ({ width, height }: Size, axis: Axis): number =>
  axis === 'width' ? width : axis === 'height' ? height : Math.hypot(width, height) / Math.SQRT2;

/** Returns a length in user units; undefined if it is none. @param whole what percentages refer to */
export const toUserUnits = (value: string, { fontSize, image }: LengthSpace, whole: number): number | undefined => {
  const pixels = computeLengths(value.trim(), { image, fontSize, percentage: whole });
  const [, amount, unit] = /^([-+]?[\d.]+(?:e[-+]?\d+)?)(ch|ic|lh|rlh|rex|rch)$/i.exec(pixels) ?? [];
  // As wide as a digit of most fonts.
  if (amount !== undefined)
    return Number(amount) * (/^r/i.test(unit ?? '') ? 8 : unit === 'ch' ? fontSize / 2 : fontSize);
  const found = evaluateMath(getTokens(pixels), { fontSize, percentage: whole });
  return found && found.kind !== 'angle' && found.percent === 0 ? found.amount : undefined;
};

const plain = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?%?$/i;

/** Returns a length for an attribute: numbers and percentages as they are, others in user units. */
export const writeLength = (value: string, space: LengthSpace, axis: Axis): string => {
  if (plain.test(value)) return value;
  const units = toUserUnits(value, space, getWhole(space.viewport, axis));
  return units === undefined ? value : writeNumber(units);
};

export const writeNumber = (number: number): string => String(Number(number.toFixed(4)));

/** Returns a number or a percentage as a number from 0 to 1; undefined if it is neither. */
export const readShare = (value: string): number | undefined => {
  const found = evaluateMath(getTokens(value.trim()), {});
  if (!found || found.kind === 'angle' || (found.kind === 'length' && found.amount !== 0)) return undefined;
  return Math.min(1, Math.max(0, found.kind === 'length' ? found.percent / 100 : found.amount));
};

/** Splits the values of a function at commas or spaces. */
export const splitValues = (text: string): string[] => splitList(text, ',').flatMap((part) => splitList(part, ' '));
