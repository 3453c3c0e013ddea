import { splitList } from '../css-tokens.ts';
import type { Style } from './style.ts';
import { getPixels } from './values/lengths.ts';

/** CSS pixels on each side of a box. */
export interface Edges {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** Properties that set the padding and border width of one side. */
const properties = {
  top: ['paddingTop', 'borderTopWidth', 'borderTop'],
  right: ['paddingRight', 'borderRightWidth', 'borderRight'],
  bottom: ['paddingBottom', 'borderBottomWidth', 'borderBottom'],
  left: ['paddingLeft', 'borderLeftWidth', 'borderLeft'],
} as const satisfies Record<keyof Edges, readonly string[]>;

/** Returns padding plus border of each side; values that are not lengths count as 0. @param fontSize in CSS pixels. */
export const getEdges = (style: Style, fontSize: number): Edges => {
  const pixels = (value: Length) => Math.max(0, getPixels(value, fontSize) ?? 0);
  const padding = getFour(style.padding, pixels);
  const border = getFour(style.borderWidth ?? borderWidth(style.border, fontSize), pixels);
  const side = (name: keyof Edges): number => {
    const [paddingOfSide, widthOfSide, borderOfSide] = properties[name];
    const inner = style[paddingOfSide];
    const edge = style[widthOfSide] ?? borderWidth(style[borderOfSide], fontSize);
    return (inner === undefined ? padding[name] : pixels(inner)) + (edge === undefined ? border[name] : pixels(edge));
  };
  return { top: side('top'), right: side('right'), bottom: side('bottom'), left: side('left') };
};

/** Returns the margin of each side, which may be negative; values that are not lengths count as 0. */
export const getMargins = (style: Style, fontSize: number): Edges => {
  const pixels = (value: Length) => getPixels(value, fontSize) ?? 0;
  const { top, right, bottom, left } = getFour(style.margin, pixels);
  const side = (own: Length, other: number) => (own === undefined ? other : pixels(own));
  return {
    top: side(style.marginTop, top),
    right: side(style.marginRight, right),
    bottom: side(style.marginBottom, bottom),
    left: side(style.marginLeft, left),
  };
};

type Length = string | number | undefined;

/** Returns the sides of a shorthand of one to four lengths. */
const getFour = (value: Length, pixels: (value: Length) => number): Edges => {
  const lengths = typeof value === 'string' ? splitList(value, ' ') : [value];
  const [top = 0, right = top, bottom = top, left = right] = lengths.map(pixels);
  return { top, right, bottom, left };
};

/** Returns the width in a shorthand: `1px solid red`. */
const borderWidth = (border: string | number | undefined, fontSize: number): number | undefined =>
  border === undefined
    ? undefined
    : splitList(String(border), ' ')
        .map((part) => getPixels(part, fontSize))
        .find((width) => width !== undefined);
