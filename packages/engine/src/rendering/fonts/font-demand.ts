import { getGraphemes } from '../tree/emoji.ts';
import { type PreparedElement, visitInherited } from '../tree/prepared-tree.ts';
import { getFaceKey, getTextStyle, type TextStyle } from './text-style.ts';

/** Characters that are rendered in one text style. */
export interface FontDemand {
  readonly style: TextStyle;
  readonly codePoints: Set<number>;
  /** Letters with their marks, composed: one file must have all of each. */
  readonly clusters: Set<string>;
}

/** Characters that need no glyph: joiners, direction marks, variation selectors, line ends. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu;
const marked = /\P{M}\p{M}+/gu;

export const newDemand = (style: TextStyle): FontDemand => ({ style, codePoints: new Set(), clusters: new Set() });

/** Adds the characters of a text to a demand. */
export const addCharacters = ({ codePoints, clusters }: FontDemand, text: string): void => {
  const seen = text.normalize('NFC').replaceAll(invisible, '');
  for (const [cluster] of seen.matchAll(marked)) clusters.add(cluster);
  for (const char of seen.replaceAll(marked, '')) codePoints.add(char.codePointAt(0) as number);
};

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
    const demand = demands.get(key) ?? newDemand(style);
    demands.set(key, demand);
    for (const grapheme of getGraphemes(text)) if (!isImage(grapheme)) addCharacters(demand, grapheme);
  };
  visitInherited(tree, root, (element, parent) => {
    if (element.type === 'svg') return undefined;
    const style = getTextStyle(element, parent);
    const { children = [], value, placeholder } = element.props;
    // Form controls render texts of their attributes.
    for (const text of [...children, value, placeholder]) {
      if (typeof text !== 'string') continue;
      note(transformText(text, style.transform), style);
    }
    return style;
  });
  // Text that numbered lists or an ellipsis generate.
  note('…0', root);
  return [...demands.values()];
};

/** Returns a text with the characters that a `text-transform` makes of it. */
const transformText = (text: string, transform: string): string => {
  if (transform === 'uppercase') return text.toUpperCase();
  if (transform === 'lowercase') return text.toLowerCase();
  return transform === 'none' ? text : text + text.toUpperCase() + text.toLowerCase();
};
