import type { Size } from '../boxes.ts';
import { getEdges } from '../css/edges.ts';
import { getLength, getPixels, rootFontSize } from '../css/lengths.ts';
import { getFontSize } from '../fonts/font-size.ts';
import type { Style } from './normalise-style.ts';
import { inherit, type PreparedElement, type PreparedProps } from './prepared-tree.ts';

const isGiven = (value: unknown): boolean => value !== undefined && value !== 'auto' && value !== '';
const sized = ['width', 'height', 'flex', 'flexGrow', 'flexBasis', 'aspectRatio'];

/**
 * Gives an `<img>` without a size that of its image, and gives one in a flex box its minimum size: satori 0.63 and takumi
 * 2.16 stretch the first over its parent and shrink the second.
 *
 * @param naturalOf the size in CSS pixels of the image with an address; undefined for one without a size of its own.
 */
export const giveNaturalSizes = (tree: PreparedElement, naturalOf: (src: string) => Size | undefined): void =>
  inherit(tree, { fontSize: rootFontSize }, ({ type, props }, parent) => {
    const fontSize = getFontSize(type, props.style?.fontSize, parent.fontSize) ?? parent.fontSize;
    if (type === 'img') sizeImage(props, naturalOf(String(props.src)), fontSize);
    return { fontSize };
  });

const sizeImage = (props: PreparedProps, natural: Size | undefined, fontSize: number): void => {
  const { width, height } = props;
  const style = { ...props.style };
  Object.assign(style, naturalSize(style, { width, height }, natural, fontSize));
  retainSize(style, style.width ?? given(width), style.height ?? given(height), natural);
  props.style = style;
};

const given = (length: unknown) => (typeof length === 'number' || typeof length === 'string' ? length : undefined);

/**
 * The size of an `<img>` that names none: that of its image, within the bounds its style sets, as in a browser.
 *
 * @param natural of the image in CSS pixels; undefined for one without a size of its own.
 * @param fontSize of the element in CSS pixels.
 * @returns nothing where the style or an attribute says enough.
 */
export const naturalSize = (
  style: Style,
  attributes: Readonly<Record<string, unknown>>,
  natural: Size | undefined,
  fontSize: number,
): Style => {
  if (!natural || sized.some((name) => isGiven(style[name]) || isGiven(attributes[name]))) return {};
  const { maxWidth, maxHeight, minWidth, minHeight } = style;
  // padding and border lie around the image; `min-width` and the like apply to the box
  const edges = getEdges(style, fontSize);
  const around = { width: edges.left + edges.right, height: edges.top + edges.bottom };
  const share = (bound: unknown, side: keyof Size) => {
    const pixels = getPixels(bound, fontSize);
    return pixels === undefined ? undefined : Math.max(0, pixels - around[side]) / natural[side];
  };
  const least = Math.max(share(minWidth, 'width') ?? 0, share(minHeight, 'height') ?? 0);
  const most = Math.min(1, share(maxWidth, 'width') ?? 1, share(maxHeight, 'height') ?? 1);
  const scale = Math.max(least, most);
  const width = natural.width * scale + around.width;
  if (getLength(maxWidth)?.unit === '%') return { width: `min(${width}px, ${maxWidth})` };
  return { width, height: natural.height * scale + around.height };
};

/**
 * What browsers take `min-width: auto` for on an image in a flex box: the size it is given, or the one that follows from its
 * other side and its proportions, whichever is less.
 */
const retainSize = (
  style: Style,
  width: string | number | undefined,
  height: string | number | undefined,
  natural: Size | undefined,
): void => {
  const ratio = natural && natural.height > 0 ? natural.width / natural.height : undefined;
  const least = (
    side: string | number | undefined,
    other: string | number | undefined,
    proportion: number | undefined,
  ) => {
    if (typeof other === 'number' && proportion && (typeof side === 'number' || !isGiven(side)))
      return Math.min(typeof side === 'number' ? side : Number.POSITIVE_INFINITY, other * proportion);
    const unit = getLength(side)?.unit ?? '%';
    return unit === '%' || (unit === '' && typeof side === 'string') ? undefined : side;
  };
  const minWidth = least(width, height, ratio);
  const minHeight = least(height, width, ratio && 1 / ratio);
  // a bound of one side bounds the other, where that follows from it
  if (minWidth !== undefined && style.maxWidth === undefined && (isGiven(width) || style.maxHeight === undefined))
    style.minWidth ??= minWidth;
  if (minHeight !== undefined && style.maxHeight === undefined && (isGiven(height) || style.maxWidth === undefined))
    style.minHeight ??= minHeight;
};
