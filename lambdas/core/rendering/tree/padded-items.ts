import { getEdges } from '../css/edges.ts';
import { getPixels, rootFontSize } from '../css/lengths.ts';
import { getFontSize } from '../fonts/font-size.ts';
import type { Style } from './normalise-style.ts';
import { inherit, type PreparedElement } from './prepared-tree.ts';

/**
 * Gives items of a flex box that may shrink to nothing their padding and border as their least size. Taffy, which satori 0.63 and
 * takumi 2.16 lay out with, counts them as nothing when it shares out the room, and renders them with their padding all the same: an
 * overfull column stands lower by it.
 */
export const keepItemPadding = (tree: PreparedElement): void => {
  const root: { readonly style: Style; readonly fontSize: number } = { style: {}, fontSize: rootFontSize };
  inherit(tree, root, ({ type, props }, parent) => {
    const { style = {} } = props;
    const fontSize = getFontSize(type, style.fontSize, parent.fontSize) ?? parent.fontSize;
    if (/^(?:inline-)?flex$/.test(String(parent.style.display)) && style.boxSizing !== 'content-box') {
      const isColumn = String(parent.style.flexDirection ?? parent.style.flexFlow).includes('column');
      const least = isColumn ? 'minHeight' : 'minWidth';
      const { left, right, top, bottom } = getEdges(style, fontSize);
      const around = isColumn ? top + bottom : left + right;
      if (around > 0 && mayVanish(style, least)) props.style = { ...style, [least]: around };
    }
    return { style, fontSize };
  });
};

const mayVanish = (style: Style, least: 'minWidth' | 'minHeight'): boolean => {
  const own = style[least];
  if (own !== undefined && own !== 'auto') return getPixels(own) === 0;
  const overflow = style[least === 'minWidth' ? 'overflowX' : 'overflowY'] ?? style.overflow;
  return overflow !== undefined && !/^(?:visible|clip)/.test(String(overflow));
};
