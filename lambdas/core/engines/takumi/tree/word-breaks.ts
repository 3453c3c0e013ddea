import { getElements, type PreparedElement } from '../../../rendering/tree/prepared-tree.ts';

/** Scripts without spaces between words. */
const unspaced = /[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]{2,}/gu;
// Created on first use, because it takes milliseconds.
let segmenter: Intl.Segmenter | undefined;
const getSegments = (text: string) => {
  segmenter ??= new Intl.Segmenter('th', { granularity: 'word' });
  return segmenter.segment(text);
};
const zeroWidthSpace = '\u200b';

/** Returns a text with zero-width spaces between the words of scripts that have no spaces. */
export const markWords = (text: string): string =>
  text.replace(unspaced, (run) => Array.from(getSegments(run), ({ segment }) => segment).join(zeroWidthSpace));

/** Lets lines of Thai, Lao, Khmer and Burmese break between words, as in a browser: takumi 2.16 has no dictionary. */
export const breakUnspacedWords = (tree: PreparedElement): void => {
  for (const { type, props } of getElements(tree))
    if (type !== 'style' && props.children)
      props.children = props.children.map((child) => (typeof child === 'string' ? markWords(child) : child));
};
