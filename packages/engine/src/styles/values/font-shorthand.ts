import { splitList } from '../../css-tokens.ts';
import type { Style } from '../style.ts';

const slopes = /^(?:italic|oblique)$/i;
const weights = /^(?:bold|bolder|lighter|[1-9]\d{0,2}|1000)$/i;
const widths = /^(?:(?:ultra|extra|semi)-)?(?:condensed|expanded)$/i;
const sizeAndHeight = /^([^()/]*(?:\([^()]*\))?)\/(.+)$/;
const sizes = /^(?:[\d.]|calc\(|clamp\(|min\(|max\(|(?:x{1,3}-)?(?:small|large)$|(?:xx-)?medium$|smaller$|larger$)/i;

/**
 * Returns the properties that a `font` shorthand sets; undefined if it is none, such as `inherit` or the name of a
 * system font.
 *
 * Source: https://www.w3.org/TR/css-fonts-4/#font-prop
 */
export const expandFont = (font: string): Style | undefined => {
  const words = splitList(font.replaceAll(/\s+/g, ' ').replaceAll(/ ?\/ ?/g, '/'), ' ');
  const style: Style = { fontStyle: 'normal', fontWeight: 400, lineHeight: 'normal' };
  for (const [n, word] of words.entries()) {
    if (slopes.test(word)) style.fontStyle = word;
    else if (weights.test(word) && n < words.length - 2) style.fontWeight = word;
    else if (/^small-caps$/i.test(word)) style.fontVariant = word;
    else if (widths.test(word)) style.fontStretch = word;
    else if (sizes.test(word)) {
      const [, fontSize = word, lineHeight = 'normal'] = sizeAndHeight.exec(word) ?? [];
      const fontFamily = words.slice(n + 1).join(' ');
      return fontFamily === '' ? undefined : { ...style, fontSize, lineHeight, fontFamily };
    } else if (!/^normal$/i.test(word)) return undefined;
  }
  return undefined;
};
