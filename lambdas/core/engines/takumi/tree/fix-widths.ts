import type { Measure } from '../../../rendering/boxes.ts';
import type { PreparedElement, PreparedNode } from '../../../rendering/tree/prepared-tree.ts';
import { hasNoWidth, isAsWideAsContent } from './content-widths.ts';
import { visitStyled } from './visit-styled.ts';

/**
 * Gives content-sized boxes a width in pixels if something inside has a percentage width or wraps. takumi 2.16 measures
 * their content without a limit, so a text with `maxWidth: '66%'` then has more lines than there is space for. Runs
 * last, when texts have their fonts and sizes.
 *
 * Needs one extra layout if there is such a box.
 */
export const fixWidths = async (tree: PreparedElement, measure: Measure): Promise<void> => {
  const open: PreparedElement[] = [];
  visitStyled(tree, (styled) => {
    const { type, props } = styled.element;
    if (type !== 'svg' && isAsWideAsContent(styled) && props.children?.some(takesShare)) open.push(styled.element);
  });
  if (open.length === 0) return;
  const boxes = await measure(tree);
  for (const element of open) {
    const { width = 0 } = boxes.get(element) ?? {};
    // Slightly wider, so that rounding does not wrap a word.
    if (width > 0) element.props.style = { ...element.props.style, width: width + 0.01 };
  }
};

/** Returns whether a box, or an auto-width box inside it, wraps its items or has a percentage width other than 100%. */
const takesShare = (node: PreparedNode): boolean => {
  if (typeof node === 'string' || node.type === 'svg' || node.type === 'img') return false;
  const style = node.props.style ?? {};
  if (String(style.flexWrap ?? style.flexFlow).includes('wrap') && style.flexWrap !== 'nowrap') return true;
  if ([style.width, style.maxWidth].some((length) => String(length).endsWith('%') && length !== '100%')) return true;
  return hasNoWidth(style) && (node.props.children ?? []).some(takesShare);
};
