import { getWords, type Painting } from '../pixels.ts';

/** Images with at most this many colours are smaller lossless than lossy, unless they are as busy as a photograph. */
const maxColours = 128;
const maxBusyness = 0.35;

/** Returns whether an image is smaller as a lossless WebP. */
export const isPlain = ({ data, width, isOpaque }: Painting): boolean => {
  if (!isOpaque) return false;
  const words = getWords(data);
  return getBusyness(words, width) <= maxBusyness && hasFewColours(words);
};

/** Returns the share of pixels that differ from both their left and upper neighbour, in a sample of pixels. */
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
    if (colours.add(word).size > maxColours) return false;
  }
  return true;
};
