import { getWords, type Painting } from '../pixels.ts';

/** Images of so few colours are smaller without loss than with it, unless they are as busy as a photograph. */
const mostColours = 128;
const mostBusyness = 0.35;

/** Returns whether an image is smaller as a WebP without loss. */
export const isPlain = ({ data, width, isOpaque }: Painting): boolean => {
  if (!isOpaque) return false;
  const words = getWords(data);
  return getBusyness(words, width) <= mostBusyness && hasFewColours(words);
};

/** Share of pixels unlike both the one to the left and the one above, in every third pixel of every fifth row. */
const getBusyness = (words: Uint32Array, width: number): number => {
  let [busy, all] = [0, 0];
  for (let row = width * 3; row < words.length; row += width * 5) {
    for (let at = row + 1; at < row + width; at += 3) {
      all += 1;
      if (words[at] !== words[at - 1] && words[at] !== words[at - width]) busy += 1;
    }
  }
  return all === 0 ? 0 : busy / all;
};

const hasFewColours = (words: Uint32Array): boolean => {
  const colours = new Set<number>();
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as number;
    if (word === words[at - 1]) continue;
    if (colours.add(word).size > mostColours) return false;
  }
  return true;
};
