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
 * What a tree is set in: the account's fonts whose family it may name anywhere, and the family of its text where nothing is
 * named. Undefined where neither decides anything, so that its image is the same as anybody's.
 *
 * @param family of the template's options.
 * @param fonts the account's, the newest first.
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

/** Names fonts of an account's own exactly, in render versions; undefined where there are none. */
export const fontsMark = (typography: Typography | undefined): string | undefined =>
  typography && typography.fonts.length > 0 ? sha256Hex(JSON.stringify(typography.fonts)).slice(0, 16) : undefined;
