import { sha256Hex } from '../../hash.ts';
import { getElements, type VElement } from '../../vnode/vnode.ts';
import { withoutGaps } from './catalogue.ts';
import type { CustomFont, Typography } from './typography.ts';

/** Where an element may name families: its style, custom properties, classes, attributes of SVG, a style sheet. */
const namesFamily = /^(?:font|fontFamily|font-family|--.*)$/;

const getTexts = ({ type, props, children }: VElement): unknown[] => {
  const { style, tw, className, class: plain, fontFamily, 'font-family': attribute } = props;
  const declared =
    typeof style === 'object' && style !== null
      ? Object.entries(style).flatMap(([name, value]) => (namesFamily.test(name) ? [value] : []))
      : [];
  const texts = [...declared, tw, className, plain, fontFamily, attribute];
  return type === 'style' ? [...texts, ...children] : texts;
};

/**
 * Returns the custom fonts whose family a tree may name anywhere, and the default family of its texts. Undefined if
 * neither applies: the tree then does not depend on the account's fonts.
 *
 * @param family `fontFamily` of the template's options.
 * @param fonts custom fonts of the account, newest first.
 */
export const getTypography = (
  tree: VElement,
  family: string | undefined,
  fonts: readonly CustomFont[],
): Typography | undefined => {
  if (family === undefined && fonts.length === 0) return undefined;
  const texts = new Set<string>([family ?? '']);
  for (const element of fonts.length === 0 ? [] : getElements(tree))
    for (const text of getTexts(element)) if (typeof text === 'string') texts.add(text);
  const named = withoutGaps([...texts].join('\n'));
  const used = fonts.filter((font) => named.includes(withoutGaps(font.family)));
  if (family === undefined && used.length === 0) return undefined;
  return { ...(family !== undefined && { family }), fonts: used };
};

/** Returns a hash of the custom fonts of a tree, for render versions; undefined if it uses none. */
export const fontsMark = (typography: Typography | undefined): string | undefined =>
  typography && typography.fonts.length > 0 ? sha256Hex(JSON.stringify(typography.fonts)).slice(0, 16) : undefined;
