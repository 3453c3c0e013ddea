import type { Style } from '../../../picture/tree/normalise-style.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== 'auto' && value !== '';
const sized = ['width', 'height', 'flex', 'flexGrow', 'flexBasis', 'aspectRatio'];

/**
 * The size of an `<img>` that names none: that of its picture, within the bounds its style sets, as in a browser. The layout
 * library would stretch it over its parent.
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
