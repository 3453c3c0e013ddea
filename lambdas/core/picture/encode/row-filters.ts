import type { WordSource } from '../pixels.ts';

/** What a row is told from: nothing, the row above, or the mean of the row above and the pixel to the left, rounded down. */
export type Filter = 'none' | 'up' | 'average';

/** The bytes of a word but for their lowest bits, and the highest bit of each. */
const [upperBits, highestBits] = [0xfefefefe, 0x80808080];

/**
 * What a filter of PNG leaves of opaque words; all channels of a pixel are reckoned at once. The first row stays as it is.
 *
 * Source: https://www.w3.org/TR/png-3/#9Filters
 *
 * @param room where the words go.
 */
export const filtered = (words: Uint32Array, width: number, filter: Filter, room: WordSource): Uint32Array => {
  if (filter === 'none') return words;
  const rest = room(words.length);
  rest.set(words.subarray(0, width));
  for (let row = width; row < words.length; row += width) {
    let left = 0;
    for (let at = row; at < row + width; at += 1) {
      const word = words[at] as number;
      const above = words[at - width] as number;
      rest[at] = less(word, filter === 'up' ? above : mean(left, above));
      left = word;
    }
  }
  return rest;
};

/** Of each byte, rounded down. */
const mean = (one: number, other: number): number => (one & other) + (((one ^ other) & upperBits) >>> 1);

/** Each byte less another, without what is borrowed. */
const less = (from: number, what: number): number =>
  ((from | highestBits) - (what & ~highestBits)) ^ ((from ^ ~what) & highestBits);
