import { wordsOf } from '../../picture/pixels.ts';

/** Colours multiplied by alpha, in place: takumi 2.16 hands them out as they are. */
export const premultiplied = (bytes: Buffer): Buffer => {
  const words = wordsOf(bytes);
  const data = Buffer.from(words.buffer, words.byteOffset, words.byteLength);
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as number;
    const alpha = word >>> 24;
    if (alpha === 255) continue;
    const channel = (shift: number) => Math.round((((word >>> shift) & 255) * alpha) / 255) << shift;
    words[at] = ((alpha << 24) | channel(16) | channel(8) | channel(0)) >>> 0;
  }
  return data;
};
