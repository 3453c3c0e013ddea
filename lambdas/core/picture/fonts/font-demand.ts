import { graphemesOf } from '../tree/emoji.ts';
import type { PreparedNode } from '../tree/prepared-tree.ts';
import { familiesNamed } from './catalogue.ts';
import { fontKey, rootTextStyle, type TextStyle, textStyleOf } from './text-style.ts';

/** Characters that are drawn in one text style. */
export interface FontDemand {
  readonly style: TextStyle;
  readonly codePoints: Set<number>;
}

/** Takes no glyph, whatever the font: joiners, marks of direction, variation selectors, line ends. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/u;

/**
 * The characters of a tree by the style they are drawn in.
 *
 * @param isPicture whether a grapheme is drawn as an emoji picture, and needs no glyph.
 * @param sheets text of the tree's style sheets: every weight and family they name may apply to any text.
 */
export const fontDemandOf = (
  tree: PreparedNode,
  isPicture: (grapheme: string) => boolean,
  sheets: string,
): FontDemand[] => {
  const demands = new Map<string, FontDemand>();
  const note = (text: string, style: TextStyle) => {
    const key = fontKey(style);
    const demand = demands.get(key) ?? { style, codePoints: new Set<number>() };
    demands.set(key, demand);
    for (const grapheme of graphemesOf(text)) {
      if (isPicture(grapheme)) continue;
      for (const char of grapheme) if (!invisible.test(char)) demand.codePoints.add(char.codePointAt(0) as number);
    }
  };
  const variants = sheetVariants(sheets);
  const visit = (node: PreparedNode, style: TextStyle) => {
    if (typeof node === 'string') {
      const text = style.changesCase ? node + node.toUpperCase() + node.toLowerCase() : node;
      for (const vary of variants) note(text, vary(style));
      return;
    }
    if (node.type === 'style' || node.type === 'svg') return;
    const own = textStyleOf(node, style);
    for (const child of [...(node.props.children ?? []), ...extraTexts(node.props)]) visit(child, own);
  };
  visit(tree, rootTextStyle);
  // Text made by a sheet (`content`), by numbered lists and by ellipsis.
  note(`${sheets.replace(/\p{ASCII}/gu, '')}…0`, rootTextStyle);
  return [...demands.values()];
};

/** Text of form controls. */
const extraTexts = (props: Readonly<Record<string, unknown>>): string[] =>
  [props.value, props.placeholder].filter((text) => typeof text === 'string');

/** The ways a sheet may change a text's style: as it is, and with each weight and family the sheet names. */
const sheetVariants = (sheets: string): ((style: TextStyle) => TextStyle)[] => {
  const variants = [(style: TextStyle) => style];
  if (sheets === '') return variants;
  const weights = new Set<number>();
  for (const [, value] of sheets.matchAll(/font-weight\s*:\s*(\d+|bold)/g))
    weights.add(value === 'bold' ? 700 : Number(value));
  for (const [, shorthand = ''] of sheets.matchAll(/font\s*:([^;}]*)/g)) {
    const value = /\b(?:[1-9]00|bold)\b/.exec(shorthand)?.[0];
    if (value !== undefined) weights.add(value === 'bold' ? 700 : Number(value));
  }
  for (const weight of weights) variants.push((style) => ({ ...style, weight }));
  for (const [, value = ''] of sheets.matchAll(/font-family\s*:\s*([^;}]+)/g)) {
    const families = familiesNamed(value);
    if (families.length > 0) variants.push((style) => ({ ...style, families }));
  }
  return variants;
};
