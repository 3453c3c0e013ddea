import type { Size } from '../../../rendering/boxes.ts';
import { getEdges } from '../../../rendering/css/edges.ts';
import { getLength, getPixels } from '../../../rendering/css/lengths.ts';
import type { Style } from '../../../rendering/tree/normalise-style.ts';

/** An `<img>` and what determines its size. */
export interface SizedImage {
  readonly style: Style;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Natural size of the image file, in CSS pixels. */
  readonly natural: Size;
  /** CSS pixels. */
  readonly fontSize: number;
}

/** No bound. */
export const unlimited: Size = { width: Number.POSITIVE_INFINITY, height: Number.POSITIVE_INFINITY };

export const isSpecified = <T>(length: T): length is NonNullable<T> =>
  length !== undefined && length !== 'auto' && length !== '';
export const isPercentage = (length: unknown): boolean => getLength(length)?.unit === '%';

const sizing = ['width', 'height', 'flex', 'flexGrow', 'flexBasis', 'aspectRatio'];
/** Returns whether an image has its natural size: neither style nor attributes specify one. */
export const hasNaturalSize = ({ style, attributes }: Pick<SizedImage, 'style' | 'attributes'>): boolean =>
  !sizing.some((name) => isSpecified(style[name]) || isSpecified(attributes[name]));

/** Returns the padding and border of an image in pixels. Its size and bounds include them. */
export const getAround = ({ style, fontSize }: Pick<SizedImage, 'style' | 'fontSize'>): Size => {
  const { top, right, bottom, left } = getEdges(style, fontSize);
  return { width: left + right, height: top + bottom };
};

/**
 * Returns the size of an image's box in CSS pixels. It preserves the proportions unless both sides are specified.
 * Source: CSS 2.2, 10.4
 *
 * @param space to which percentages refer.
 */
export const fitInside = (space: Size, image: SizedImage): Size => {
  const { style, attributes, natural, fontSize } = image;
  const around = getAround(image);
  const bound = {
    width: getBound(style.maxWidth, space.width, fontSize),
    height: getBound(style.maxHeight, space.height, fontSize),
  };
  const least = { width: getPixels(style.minWidth, fontSize) ?? 0, height: getPixels(style.minHeight, fontSize) ?? 0 };
  const getShare = (length: number, side: keyof Size) => Math.max(0, length - around[side]) / natural[side];
  const scaled = (share: number, side: keyof Size) => natural[side] * share + around[side];
  const within = (length: number, side: keyof Size) => Math.max(Math.min(length, bound[side]), least[side]);
  const given = (side: keyof Size) => getPixels(style[side] ?? attributes[side], fontSize);
  const [width, height] = [given('width'), given('height')];
  if (height !== undefined) {
    const used = within(height, 'height');
    return { width: within(width ?? scaled(getShare(used, 'height'), 'width'), 'width'), height: used };
  }
  if (width !== undefined) {
    const used = within(width, 'width');
    return { width: used, height: within(scaled(getShare(used, 'width'), 'height'), 'height') };
  }
  const leastShare = Math.max(getShare(least.width, 'width'), getShare(least.height, 'height'));
  const share = Math.max(leastShare, Math.min(1, getShare(bound.width, 'width'), getShare(bound.height, 'height')));
  return { width: scaled(share, 'width'), height: scaled(share, 'height') };
};

const getBound = (bound: string | number | undefined, space: number, fontSize: number): number => {
  const length = getLength(bound);
  const pixels = length?.unit === '%' ? (space * length.amount) / 100 : getPixels(bound, fontSize);
  return pixels ?? Number.POSITIVE_INFINITY;
};
