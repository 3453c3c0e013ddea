import { getGraphemes } from '../tree/emoji.ts';
import { type PreparedElement, visitInherited } from '../tree/prepared-tree.ts';
import { getFaceKey, getTextStyle, type TextStyle } from './text-style.ts';

/** Characters that are rendered in one text style. */
export interface FontDemand {
  readonly style: TextStyle;
  readonly codePoints: Set<number>;
}

/** Characters that need no glyph: joiners, direction marks, variation selectors, line ends. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/u;

/**
 * Returns the characters of a tree by text style.
 *
 * @param isImage returns whether a grapheme is rendered as an emoji image and needs no glyph.
 * @param root the text style that elements inherit by default.
 */
export const getFontDemand = (
  tree: PreparedElement,
  isImage: (grapheme: string) => boolean,
  root: TextStyle,
): FontDemand[] => {
  const demands = new Map<string, FontDemand>();
  const note = (text: string, style: TextStyle) => {
    const key = getFaceKey(style);
    const demand = demands.get(key) ?? { style, codePoints: new Set<number>() };
    demands.set(key, demand);
    for (const grapheme of getGraphemes(text)) {
      if (isImage(grapheme)) continue;
      for (const char of grapheme) if (!invisible.test(char)) demand.codePoints.add(char.codePointAt(0) as number);
    }
  };
  visitInherited(tree, root, (element, parent) => {
    if (element.type === 'svg') return undefined;
    const style = getTextStyle(element, parent);
    const { children = [], value, placeholder } = element.props;
    // Form controls render texts of their attributes.
    for (const text of [...children, value, placeholder]) {
      if (typeof text !== 'string') continue;
      const inCases = style.changesCase ? text + text.toUpperCase() + text.toLowerCase() : text;
      note(inCases, style);
    }
    return style;
  });
  // Text that numbered lists or an ellipsis generate.
  note('…0', root);
  return [...demands.values()];
};
