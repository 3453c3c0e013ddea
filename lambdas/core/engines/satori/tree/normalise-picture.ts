import type { Style } from '../../../picture/tree/normalise-style.ts';
import type { PreparedElement, PreparedProps } from '../../../picture/tree/prepared-tree.ts';
import type { SourceRewriter } from '../../../vnode/remote-images.ts';
import { naturalSize } from './natural-size.ts';
import { fitBeyondLayout } from './object-fit.ts';
import { fittedStandIn, sizeOfStandIn } from './placeholder.ts';

/** An `<img>` with its picture; without one an empty box of the size it names, with its borders and background. */
export const normalisePicture = (props: PreparedProps, pictureFor: SourceRewriter): PreparedElement => {
  const { src: source, width, height, srcSet: _, ...rest } = props;
  const picture = typeof source === 'string' ? pictureFor(source.trim()) : '';
  const sizes = { ...size('width', width), ...size('height', height) };
  if (picture !== '') {
    const style = { ...props.style };
    const natural = sizeOfStandIn(picture);
    Object.assign(style, naturalSize(style, sizes, natural));
    keepSize(style, style.width ?? sizes.width, style.height ?? sizes.height, natural);
    const beyond = fitBeyondLayout(style);
    if (beyond) Object.assign(style, { objectFit: 'fill', objectPosition: 'center' });
    const src = beyond ? fittedStandIn(picture, beyond) : picture;
    return { type: 'img', props: { ...rest, style, ...sizes, src, children: [] } };
  }
  const { objectFit: _fit, objectPosition: _position, ...style } = props.style ?? {};
  const box: Style = { display: 'inline-block', flexShrink: 0, ...sizes, ...style };
  return { type: 'div', props: { ...rest, style: box, children: [] } };
};

/**
 * A picture in a flex box does not become smaller than the size it is given, or than the one its other side and its
 * proportions make, where that is less; it is what browsers take `auto` for.
 */
const keepSize = (
  style: Style,
  width: string | number | undefined,
  height: string | number | undefined,
  natural: { readonly width: number; readonly height: number } | undefined,
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

/** `width="120"`, `"120px"` or 120 as a number, a percentage as it is. */
const size = (name: 'width' | 'height', value: unknown): Record<string, string | number> => {
  if (typeof value === 'number') return { [name]: value };
  if (typeof value !== 'string') return {};
  if (/^\s*\d+(?:\.\d+)?(?:px)?\s*$/.test(value)) return { [name]: Number.parseFloat(value) };
  return /^\s*\d+(?:\.\d+)?%\s*$/.test(value) ? { [name]: value.trim() } : {};
};
