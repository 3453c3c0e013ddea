import { areOpaque, getWords, type Painting } from '../../rendering/pixels.ts';

/** Multiplies colours by alpha, in place: takumi 2.16 returns straight alpha. */
export const premultiply = (bytes: Buffer): Pick<Painting, 'data' | 'isOpaque'> => {
  const words = getWords(bytes);
  if (areOpaque(words)) return { data: bytes, isOpaque: true };
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as number;
    if (word >>> 24 !== 255) words[at] = multiplied(word, word >>> 24);
  }
  return { data: Buffer.from(words.buffer, words.byteOffset, words.byteLength), isOpaque: false };
};

const multiplied = (word: number, alpha: number): number =>
  (alpha << 24) | channel(word, alpha, 16) | channel(word, alpha, 8) | channel(word, alpha, 0);

const channel = (word: number, alpha: number, shift: number): number =>
  Math.round((((word >>> shift) & 255) * alpha) / 255) << shift;
