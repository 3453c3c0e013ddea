import { getEdges } from '../../../rendering/css/edges.ts';
import { getPixels } from '../../../rendering/css/lengths.ts';
import type { Style } from '../../../rendering/tree/normalise-style.ts';
import type { PreparedElement } from '../../../rendering/tree/prepared-tree.ts';
import { visitStyled } from './visit-styled.ts';

/**
 * Gives flex items that may shrink to nothing their padding and border as minimum size. takumi 2.16 counts these as 0
 * when it distributes space but renders them, which displaces the items of an overfull column.
 */
export const keepItemPadding = (tree: PreparedElement): void =>
  visitStyled(tree, ({ element, style, fontSize, parent }) => {
    if (!/^(?:inline-)?flex$/.test(String(parent?.style.display)) || style.boxSizing === 'content-box') return;
    const isColumn = String(parent?.style.flexDirection ?? parent?.style.flexFlow).includes('column');
    const least = isColumn ? 'minHeight' : 'minWidth';
    const { left, right, top, bottom } = getEdges(style, fontSize);
    const around = isColumn ? top + bottom : left + right;
    if (around > 0 && mayVanish(style, least)) element.props.style = { ...style, [least]: around };
  });

const mayVanish = (style: Style, least: 'minWidth' | 'minHeight'): boolean => {
  const own = style[least];
  if (own !== undefined && own !== 'auto') return getPixels(own) === 0;
  const overflow = style[least === 'minWidth' ? 'overflowX' : 'overflowY'] ?? style.overflow;
  return overflow !== undefined && !/^(?:visible|clip)/.test(String(overflow));
};
