import type { Measure } from '../../../rendering/boxes.ts';
import type { PreparedElement, PreparedNode } from '../../../rendering/tree/prepared-tree.ts';
import { hasNoWidth, isAsWideAsContent } from './content-widths.ts';
import { visitStyled } from './visit-styled.ts';

/**
 * Gives boxes that are as wide as their content that width in pixels, where something inside takes a share of it or breaks into rows.
 * takumi 2.16 measures such a box before its width is known, as if its content had no limit: a text of `maxWidth: '66%'` then has more
 * lines than there is room for. Last, when texts have their fonts and sizes.
 *
 * Costs one layout more, where there is such a box.
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
    // a little more, so that rounding moves no word to the next line
    if (width > 0) element.props.style = { ...element.props.style, width: width + 0.01 };
  }
};

/**
 * Whether a box, or one inside it without a width of its own, has a width in per cent of its parent, other than 100%, or breaks
 * into rows.
 */
const takesShare = (node: PreparedNode): boolean => {
  if (typeof node === 'string' || node.type === 'svg' || node.type === 'img') return false;
  const style = node.props.style ?? {};
  if (String(style.flexWrap ?? style.flexFlow).includes('wrap') && style.flexWrap !== 'nowrap') return true;
  if ([style.width, style.maxWidth].some((length) => String(length).endsWith('%') && length !== '100%')) return true;
  return hasNoWidth(style) && (node.props.children ?? []).some(takesShare);
};
