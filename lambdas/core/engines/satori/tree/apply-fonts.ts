import type { FontChoice } from '../../../picture/fonts/choose-fonts.ts';
import { fixedWidthTags, rootTextStyle, type TextStyle, textStyleOf } from '../../../picture/fonts/text-style.ts';
import type { PreparedNode } from '../../../picture/tree/prepared-tree.ts';

/**
 * Writes into each element that changes family or language the names its fonts are loaded under, in place. Text then takes
 * each character from the first family of the list that has it, as in a browser.
 */
export const applyFonts = (tree: PreparedNode, choice: FontChoice): void => {
  const visit = (node: PreparedNode, parent: TextStyle, isRoot: boolean) => {
    if (typeof node === 'string' || node.type === 'style') return;
    const own = textStyleOf(node, parent);
    const style = node.props.style ?? {};
    const isChanged = own.families !== parent.families || own.language !== parent.language;
    if (
      isRoot ||
      isChanged ||
      style.fontFamily !== undefined ||
      style.font !== undefined ||
      fixedWidthTags.has(node.type)
    ) {
      // After everything else, so that it wins over a `font` shorthand.
      delete style.fontFamily;
      style.fontFamily = choice
        .namesFor(own.families, own.language)
        .map((name) => `'${name}'`)
        .join(', ');
    }
    node.props.style = style;
    if (node.type === 'svg') return;
    for (const child of node.props.children ?? []) visit(child, own, false);
  };
  visit(tree, rootTextStyle, true);
};
