import { sha256Hex } from '../../hash.ts';
import { getElements, getStyle, type VElement } from '../../vnode/vnode.ts';
import { normaliseFamilyName } from './catalogue.ts';
import type { CustomFont, PinnedFamily, Typography } from './typography.ts';

/** Style properties that can contain font families. */
const namesFamily = /^(?:font|fontFamily|font-family|--.*)$/;

const getTexts = (element: VElement): unknown[] => {
  const { tw, className, class: plain, fontFamily, 'font-family': attribute } = element.props;
  const declared = Object.entries(getStyle(element)).flatMap(([name, value]) => (namesFamily.test(name) ? value : []));
  const sheets = element.type === 'style' ? element.children : [];
  return [...declared, tw, className, plain, fontFamily, attribute, ...sheets];
};

/** Returns the texts in which a tree can name families. */
const getFontTexts = (tree: VElement): Set<string> => {
  const texts = new Set<string>();
  for (const element of getElements(tree))
    for (const text of getTexts(element)) if (typeof text === 'string') texts.add(text);
  return texts;
};

/** Text around a list of families: other parts of a declaration, `var(`, `font-[`, the size in a `font` shorthand. */
const aroundLists = /[;:{}()[\]\n!]|\d(?:px|r?em|pt|%|v[wh])(?:\/[^\s,]{1,20})?\s/;

/** Maximum UTF-16 code units of one list, and of all lists of a tree. Names beyond that are ignored. */
const maxListLength = 500;
const maxTotalLength = 100_000;

/**
 * Returns possible lists of families in a tree's styles, custom properties, classes and style sheets. Splits each text
 * once without parsing it.
 */
export const getFamilyLists = (tree: VElement): string[] => {
  const lists = new Set<string>();
  let remaining = maxTotalLength;
  for (const list of getFontTexts(tree)
    .values()
    .flatMap((text) => text.split(aroundLists))) {
    if (list.length > maxListLength || lists.has(list)) continue;
    remaining -= list.length;
    if (remaining < 0) break;
    lists.add(list);
  }
  return [...lists];
};

/**
 * Returns the custom fonts that a tree may use, the pinned families of its template, and the default family of its
 * texts. Undefined if there are none: the tree then depends on core families only.
 *
 * @param family `fontFamily` of the template's options.
 * @param fonts custom fonts of the account, newest first.
 * @param pinned families that were found when the template was saved.
 */
export const getTypography = (
  tree: VElement,
  family: string | undefined,
  fonts: readonly CustomFont[],
  pinned: readonly PinnedFamily[] = [],
): Typography | undefined => {
  if (family === undefined && fonts.length === 0 && pinned.length === 0) return undefined;
  const texts = fonts.length === 0 ? [] : getFontTexts(tree);
  const named = normaliseFamilyName([family ?? '', ...texts].join('\n'));
  const used = fonts.filter((font) => named.includes(normaliseFamilyName(font.family)));
  if (family === undefined && used.length === 0 && pinned.length === 0) return undefined;
  return { ...(family !== undefined && { family }), fonts: used, ...(pinned.length > 0 && { pinned }) };
};

/** Returns a hash of the custom fonts of a tree, for render versions; undefined if it uses none. */
export const hashFonts = (typography: Typography | undefined): string | undefined =>
  typography && typography.fonts.length > 0 ? sha256Hex(JSON.stringify(typography.fonts)).slice(0, 16) : undefined;
