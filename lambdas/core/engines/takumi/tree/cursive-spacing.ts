import { getPixels, rootFontSize } from '../../../rendering/css/lengths.ts';
import { getFontSize } from '../../../rendering/fonts/font-size.ts';
import { type PreparedElement, visitInherited } from '../../../rendering/tree/prepared-tree.ts';

/** Letters of cursive scripts, which are joined. */
const cursive = /[\p{sc=Arab}\p{sc=Syrc}\p{sc=Nkoo}\p{sc=Mong}\p{sc=Mand}\p{sc=Rohg}\p{sc=Phag}]/u;

interface Spacing {
  /** CSS pixels; undefined if it depends on layout. */
  readonly fontSize: number | undefined;
  readonly letters: number | undefined;
  readonly words: number | undefined;
}

/**
 * Removes letter spacing from texts in cursive scripts, as browsers do; spacing between words stays. takumi 2.16
 * separates or overlaps joined letters.
 */
export const spaceCursive = (tree: PreparedElement): void =>
  visitInherited<Spacing>(tree, { fontSize: rootFontSize, letters: 0, words: 0 }, ({ type, props }, parent) => {
    const { style = {}, children = [] } = props;
    const fontSize = getFontSize(type, style.fontSize, parent.fontSize);
    const spacing = (value: string | number | undefined, inherited: number | undefined) =>
      value === undefined ? inherited : value === 'normal' ? 0 : getPixels(value, fontSize);
    const letters = spacing(style.letterSpacing, parent.letters);
    const words = spacing(style.wordSpacing, parent.words);
    if (letters === 0 || !children.some((child) => typeof child === 'string' && cursive.test(child)))
      return { fontSize, letters, words };
    const between = letters === undefined || words === undefined ? undefined : letters + words;
    props.style = { ...style, letterSpacing: 0, ...(between !== undefined && { wordSpacing: `${between}px` }) };
    return { fontSize, letters: 0, words: between ?? words };
  });
