import type { Size } from '../../../rendering/boxes.ts';
import { getEdges } from '../../../styles/edges.ts';
import type { Style } from '../../../styles/style.ts';
import { getLength, getPixels } from '../../../styles/values/lengths.ts';
import { isSpecified, type Styled } from './styled.ts';

/** An `<img>` and what determines its size. */
export interface SizedImage {
  readonly style: Style;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Natural size of the image file, in CSS pixels. */
  readonly natural: Size;
  /** CSS pixels. */
  readonly fontSize: number;
}

export const unlimited: Size = { width: Number.POSITIVE_INFINITY, height: Number.POSITIVE_INFINITY };

/** Returns the length that an attribute of an element names, for its style; undefined if it names none. */
export const readAttribute = (value: unknown): string | number | undefined => {
  const { amount = -1, unit } = getLength(value) ?? {};
  if (amount < 0) return undefined;
  return unit === '' ? amount : `${amount}${unit}`;
};

export const isPercentage = (length: unknown): boolean => getLength(length)?.unit === '%';

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

/**
 * Gives an `<img>` without a size its natural size, and gives one in a flex box its minimum size. takumi stretches
 * the former over its parent and shrinks the latter.
 */
export const sizeImages = (
  styled: Styled,
  { naturalOf }: { readonly naturalOf: (address: string) => Size | undefined },
): void => {
  const { element, style, fontSize } = styled;
  const { type, props } = element;
  if (type !== 'img') return;
  const natural = naturalOf(String(props.src));
  if (natural) Object.assign(style, getNaturalSize({ style, attributes: props, natural, fontSize }));
  Object.assign(style, getSideOfRatio(style, props, fontSize));
  const toSide = (length: unknown) => (typeof length === 'number' || typeof length === 'string' ? length : undefined);
  const least = getLeastSize(style, style.width ?? toSide(props.width), style.height ?? toSide(props.height), natural);
  for (const [name, length] of Object.entries(least)) style[name] ??= length;
};

/**
 * Returns the side of an `<img>` that its other side and the `aspect-ratio` of its style give, in CSS pixels; empty
 * without them. takumi 2.16 takes the proportions of the file for a width.
 */
const getSideOfRatio = (style: Style, attributes: Readonly<Record<string, unknown>>, fontSize: number): Style => {
  const ratio = getSpecifiedRatio(style);
  if (ratio === undefined || isSpecified(style.width) || isSpecified(attributes.width)) return {};
  const height = getPixels(style.height ?? attributes.height, fontSize);
  return height === undefined ? {} : { width: height * ratio };
};

/** Returns width by height as the style specifies it. */
const getSpecifiedRatio = ({ aspectRatio }: Style): number | undefined => {
  const [, across = '', down = '1'] = /^\s*([\d.]+)\s*(?:\/\s*([\d.]+)\s*)?$/.exec(String(aspectRatio)) ?? [];
  const ratio = Number(across) / Number(down);
  return ratio > 0 && Number.isFinite(ratio) ? ratio : undefined;
};

const sizing = ['width', 'height', 'flexGrow', 'flexBasis', 'aspectRatio'];

/**
 * Returns the size of an `<img>` without one: its natural size within the bounds of its style, as in a browser. Returns
 * an empty style if the style or an attribute specifies the size.
 */
export const getNaturalSize = (image: SizedImage): Style => {
  const { style, attributes } = image;
  if (sizing.some((name) => isSpecified(style[name]) || isSpecified(attributes[name]))) return {};
  const { width, height } = fitInside(unlimited, image);
  const { maxWidth } = style;
  return isPercentage(maxWidth) ? { width: `min(${width}px, ${maxWidth})` } : { width, height };
};

type Side = string | number | undefined;

/**
 * Returns what `min-width: auto` means for an image in a flex box: the smaller of its specified size and the size that
 * follows from its other side and proportions.
 */
const getLeastSize = (style: Style, width: Side, height: Side, natural: Size | undefined): Style => {
  const { maxWidth, maxHeight } = style;
  const ratio =
    getSpecifiedRatio(style) ?? (natural && natural.height > 0 ? natural.width / natural.height : undefined);
  const minWidth = getLeast(width, height, ratio);
  const minHeight = getLeast(height, width, ratio && 1 / ratio);
  // A bound of one side also bounds a side that follows from it.
  const isWide = maxWidth === undefined && (isSpecified(width) || maxHeight === undefined);
  const isHigh = maxHeight === undefined && (isSpecified(height) || maxWidth === undefined);
  return {
    ...(isWide && minWidth !== undefined && { minWidth }),
    ...(isHigh && minHeight !== undefined && { minHeight }),
  };
};

const getLeast = (side: Side, other: Side, proportion: number | undefined): Side => {
  if (typeof other === 'number' && proportion && (typeof side === 'number' || !isSpecified(side)))
    return Math.min(typeof side === 'number' ? side : Number.POSITIVE_INFINITY, other * proportion);
  const unit = getLength(side)?.unit ?? '%';
  return unit === '%' || (unit === '' && typeof side === 'string') ? undefined : side;
};
