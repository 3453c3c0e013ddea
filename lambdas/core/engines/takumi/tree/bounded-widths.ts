import { getPixels } from '../../../rendering/css/lengths.ts';
import { splitList } from '../../../rendering/css/tokens.ts';
import type { PreparedElement } from '../../../rendering/tree/prepared-tree.ts';
import { isAsWideAsContent } from './content-widths.ts';
import { type Styled, visitStyled } from './visit-styled.ts';

/**
 * Bounds content-sized boxes of a column by the width of the column. takumi 2.16 lays out wrapping text in them a few
 * pixels too wide, and gives flex boxes the width of their content in one line.
 */
export const boundWidths = (tree: PreparedElement): void =>
  visitStyled(tree, (styled) => {
    const { element, style } = styled;
    const isImage = element.type === 'img' || element.type === 'svg';
    if (isImage || style.maxWidth !== undefined || !isAsWideAsContent(styled)) return;
    const beside = getMargins(styled);
    element.props.style = { ...style, maxWidth: beside === 0 ? '100%' : `calc(100% - ${beside}px)` };
  });

/** Returns the left and right margins together, in pixels. */
const getMargins = ({ style: { margin, marginLeft, marginRight }, fontSize }: Styled): number => {
  const [top, right = top, , left = right] = splitList(String(margin ?? 0), ' ');
  const pixels = (own: string | number | undefined) => getPixels(own, fontSize) ?? 0;
  return Math.max(0, pixels(marginLeft ?? left) + pixels(marginRight ?? right));
};
