import type { LayOutOnce } from '../../../picture/fit/fit-texts.ts';
import type { LayoutElement, LayoutNode } from '../../../picture/tree/layout-tree.ts';
import type { Style } from '../../../picture/tree/normalise-style.ts';

/**
 * Gives boxes that are as wide as their content that width in pixels, where something inside takes a share of it, in
 * place. The layout library measures such a box before its width is known, and takes its content for as wide as it likes:
 * a text of `maxWidth: '66%'` then has more lines than it was given room for.
 *
 * Costs one layout more, where there is such a box.
 */
export const pinWidths = async (tree: LayoutElement, layOut: LayOutOnce): Promise<void> => {
  const open = openBoxesIn(tree);
  if (open.length === 0) return;
  for (const [index, { props }] of open.entries()) props[mark] = index;
  const widths = new Map<unknown, number>();
  await layOut(tree, ({ props, width }) => widths.set(props[mark], width));
  for (const [index, { props }] of open.entries()) {
    delete props[mark];
    const width = widths.get(index) ?? 0;
    // a hair more, so that no word falls to the next line by rounding
    if (width > 0) props.style = { ...props.style, width: width + 0.01 };
  }
};

/** The layout library reports copies of an element's properties: this one tells which element it was. */
const mark = 'pin';

const openBoxesIn = (tree: LayoutElement): LayoutElement[] => {
  const found: LayoutElement[] = [];
  const visit = (node: LayoutNode, parent: Style) => {
    if (typeof node === 'string' || node.type === 'svg' || node.type === 'style') return;
    const style = node.props.style ?? {};
    if (isAsWideAsContent(style, parent) && (node.props.children ?? []).some(takesShare)) found.push(node);
    for (const child of node.props.children ?? []) visit(child, style);
  };
  visit(tree, {});
  return found;
};

const hasNoWidth = ({ width, position }: Style) =>
  (width === undefined || width === 'auto') && position !== 'absolute' && position !== 'fixed';

const isAsWideAsContent = (style: Style, parent: Style): boolean =>
  hasNoWidth(style) &&
  parent.display === 'flex' &&
  String(parent.flexDirection).startsWith('column') &&
  /^(?:center|baseline|(?:flex-|self-)?(?:start|end))$/.test(String(style.alignSelf ?? parent.alignItems));

/** Whether a box, or one inside it that is as open, is a share of what is around it; all of it makes no difference. */
const takesShare = (node: LayoutNode): boolean => {
  if (typeof node === 'string' || node.type === 'svg' || node.type === 'img') return false;
  const style = node.props.style ?? {};
  if ([style.width, style.maxWidth].some((length) => String(length).endsWith('%') && length !== '100%')) return true;
  return hasNoWidth(style) && (node.props.children ?? []).some(takesShare);
};
