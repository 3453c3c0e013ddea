import { getPixels, rootFontSize } from '../css/lengths.ts';
import { getList } from '../css/tokens.ts';
import { getFontSize } from '../fonts/font-size.ts';
import { isAsWideAsContent } from './content-widths.ts';
import type { Style } from './normalise-style.ts';
import { inherit, type PreparedElement } from './prepared-tree.ts';

/**
 * Bounds boxes of a column that are as wide as their content by the width of the column. satori 0.63 and takumi 2.16 lay a text
 * that wraps there out a few pixels wider than there is room for, and move it out of its place by half of that; a flex box takes
 * the width of its content in one line.
 *
 * @param leavesMargins whether a box of this style must be told to leave room for its margins.
 */
export const boundWidthsIn = (tree: PreparedElement, leavesMargins: (style: Style) => boolean): void => {
  const root: { readonly style: Style; readonly fontSize: number } = { style: {}, fontSize: rootFontSize };
  inherit(tree, root, ({ type, props }, parent) => {
    const { style = {} } = props;
    const fontSize = getFontSize(type, style.fontSize, parent.fontSize) ?? parent.fontSize;
    const isImage = type === 'img' || type === 'svg';
    if (!isImage && style.maxWidth === undefined && isAsWideAsContent(style, parent.style)) {
      const beside = leavesMargins(style) ? getMargins(style, fontSize) : 0;
      props.style = { ...style, maxWidth: beside === 0 ? '100%' : `calc(100% - ${beside}px)` };
    }
    return { style, fontSize };
  });
};

/** What a box leaves free on its left and right, in pixels. */
const getMargins = ({ margin, marginLeft, marginRight }: Style, fontSize: number): number => {
  const [top, right = top, , left = right] = getList(String(margin ?? 0), ' ');
  const pixels = (own: string | number | undefined) => getPixels(own, fontSize) ?? 0;
  return Math.max(0, pixels(marginLeft ?? left) + pixels(marginRight ?? right));
};
