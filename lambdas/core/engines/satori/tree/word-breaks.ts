/** Scripts that put no space between words. */
const unspaced = /[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]{2,}/gu;
const segmenter = new Intl.Segmenter('th', { granularity: 'word' });
const zeroWidthSpace = '\u200b';

/**
 * Text with zero-width spaces between the words of scripts that have no spaces, so that lines break there as in a
 * browser; the layout library knows no dictionary and would never break them.
 */
export const markWords = (text: string): string =>
  text.replace(unspaced, (run) => Array.from(segmenter.segment(run), ({ segment }) => segment).join(zeroWidthSpace));
