import type { Style } from '../../../picture/tree/normalise-style.ts';
import { boxesOf } from '../../../picture/tree/prepared-tree.ts';
import type { TreeCorrection } from '../correction.ts';
import { sizeOfPlaceholder } from './placeholder.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== 'auto' && value !== '';
const sized = ['width', 'height', 'flex', 'flexGrow', 'flexBasis', 'aspectRatio'];

/**
 * Gives an `<img>` that names no size that of its picture, and keeps one in a flex box from becoming smaller than it may: satori
 * 0.63 stretches the first over its parent and squeezes the second. Before `object-fit`, which changes what the placeholder says.
 */
export const sizeImages: TreeCorrection = (tree) => {
  for (const { type, props } of boxesOf(tree)) {
    if (type !== 'img') continue;
    const { src, width, height } = props;
    const style = { ...props.style };
    const natural = sizeOfPlaceholder(String(src));
    Object.assign(style, naturalSize(style, { width, height }, natural));
    keepSize(style, style.width ?? given(width), style.height ?? given(height), natural);
    props.style = style;
  }
};

const given = (length: unknown) => (typeof length === 'number' || typeof length === 'string' ? length : undefined);

/**
 * The size of an `<img>` that names none: that of its picture, within the bounds its style sets, as in a browser.
 *
 * @param natural of the picture in CSS pixels; undefined for one without a size of its own.
 * @returns nothing where the style or an attribute says enough.
 */
export const naturalSize = (
  style: Style,
  attributes: Readonly<Record<string, unknown>>,
  natural: Size | undefined,
): Style => {
  if (!natural || sized.some((name) => isGiven(style[name]) || isGiven(attributes[name]))) return {};
  const { maxWidth, maxHeight, minWidth, minHeight } = style;
  // padding and border lie around the picture, and bounds are those of the box
  const around = {
    width: edge(style, 'Left') + edge(style, 'Right'),
    height: edge(style, 'Top') + edge(style, 'Bottom'),
  };
  const share = (bound: unknown, side: keyof Size) => {
    const pixels = pixelsOf(bound);
    return pixels === undefined ? undefined : Math.max(0, pixels - around[side]) / natural[side];
  };
  const least = Math.max(share(minWidth, 'width') ?? 0, share(minHeight, 'height') ?? 0);
  const most = Math.min(1, share(maxWidth, 'width') ?? 1, share(maxHeight, 'height') ?? 1);
  const scale = Math.max(least, most);
  const width = natural.width * scale + around.width;
  if (typeof maxWidth === 'string' && /^[\d.]+%$/.test(maxWidth)) return { width: `min(${width}px, ${maxWidth})` };
  return { width, height: natural.height * scale + around.height };
};

const pixelsOf = (value: unknown): number | undefined => {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^[\d.]+px$/.test(value) ? Number.parseFloat(value) : undefined;
};

/** Padding and border on one side, as far as they are given in pixels. */
const edge = (style: Style, side: string): number => {
  const border = style[`border${side}`] ?? style.border;
  const width = style[`border${side}Width`] ?? style.borderWidth ?? /(?:^|\s)([\d.]+px)/.exec(String(border))?.[1];
  return (pixelsOf(style[`padding${side}`] ?? style.padding) ?? 0) + (pixelsOf(width) ?? 0);
};

/**
 * A picture in a flex box does not become smaller than the size it is given, or than the one its other side and its
 * proportions make, where that is less; it is what browsers take `auto` for.
 */
const keepSize = (
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
    if (typeof side === 'number' && typeof other === 'number' && proportion) return Math.min(side, other * proportion);
    return typeof side === 'number' || /^[\d.]+(?:px|rem|em)$/.test(side ?? '') ? side : undefined;
  };
  const minWidth = least(width, height, ratio);
  const minHeight = least(height, width, ratio && 1 / ratio);
  if (minWidth !== undefined && style.maxWidth === undefined) style.minWidth ??= minWidth;
  if (minHeight !== undefined && style.maxHeight === undefined) style.minHeight ??= minHeight;
};
