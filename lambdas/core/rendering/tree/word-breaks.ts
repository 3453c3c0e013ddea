import { changeTexts } from './change-texts.ts';
import type { PreparedElement } from './prepared-tree.ts';

/** Scripts that put no space between words. */
const unspaced = /[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]{2,}/gu;
// made when it is needed: the first of a process loads tables for milliseconds
let segmenter: Intl.Segmenter | undefined;
const getSegments = (text: string) => {
  segmenter ??= new Intl.Segmenter('th', { granularity: 'word' });
  return segmenter.segment(text);
};
const zeroWidthSpace = '\u200b';

/** Text with zero-width spaces between the words of scripts that have no spaces. */
export const markWords = (text: string): string =>
  text.replace(unspaced, (run) => Array.from(getSegments(run), ({ segment }) => segment).join(zeroWidthSpace));

/**
 * Lets lines of Thai, Lao, Khmer and Burmese break between words, as in a browser; satori 0.63 knows no dictionary and never
 * breaks them. Before right-to-left lines are cut into words.
 */
export const breakUnspacedWords = (tree: PreparedElement): void => changeTexts(tree, markWords);
