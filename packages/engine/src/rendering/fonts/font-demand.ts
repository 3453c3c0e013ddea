import { readSheet, splitImportance } from '../../styles/sheet-text.ts';
import { getGraphemes } from '../tree/emoji.ts';
import { type PreparedElement, visitInherited } from '../tree/prepared-tree.ts';
import { type FontFamily, parseRenderedFamilies } from './catalogue.ts';
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
 * @param sheets text of the tree's style sheets: every weight and family in them may apply to any text.
 * @param root the text style that elements inherit by default.
 */
export const getFontDemand = (
  tree: PreparedElement,
  isImage: (grapheme: string) => boolean,
  sheets: string,
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
  const variants = sheetVariants(sheets, root.own);
  visitInherited(tree, root, (element, parent) => {
    if (element.type === 'svg') return undefined;
    const style = getTextStyle(element, parent);
    const { children = [], value, placeholder } = element.props;
    // Form controls render texts of their attributes.
    for (const text of [...children, value, placeholder]) {
      if (typeof text !== 'string') continue;
      const inCases = style.changesCase ? text + text.toUpperCase() + text.toLowerCase() : text;
      for (const vary of variants) note(inCases, vary(style));
    }
    return style;
  });
  // Text that a sheet (`content`), numbered lists or an ellipsis generate.
  note(`${sheets.replace(/\p{ASCII}/gu, '')}…0`, root);
  return [...demands.values()];
};

/** Returns the possible effects of a sheet on a text style: none, and each weight and family in the sheet. */
const sheetVariants = (sheets: string, own: readonly FontFamily[]): ((style: TextStyle) => TextStyle)[] => {
  const weights = new Set<number>();
  const variants: ((style: TextStyle) => TextStyle)[] = [];
  const noteWeight = ([value]: RegExpExecArray | readonly string[]) => {
    if (value !== undefined) weights.add(value === 'bold' ? 700 : Number(value));
  };
  readSheet(sheets, {
    declaration: ({ property, value }) => {
      if (property === 'font-weight') noteWeight(/^(?:\d+|bold)/.exec(value) ?? []);
      const families = property === 'font-family' ? parseRenderedFamilies(splitImportance(value)[0], own) : [];
      if (families.length > 0) variants.push((style) => ({ ...style, families }));
    },
  });
  const ofWeights = [...weights].map((weight) => (style: TextStyle) => ({ ...style, weight }));
  return [(style) => style, ...ofWeights, ...variants];
};
