import type { WordSource } from '../pixels.ts';

/**
 * Opaque words as three bytes a pixel: red, green, blue. Four pixels are three words, which takes a third of the time of
 * going byte by byte.
 *
 * @param room where the bytes go.
 */
export const packRgb = (words: Uint32Array, space: WordSource): Buffer => {
  const pixels = words.length;
  const packed = space(Math.ceil((pixels * 3) / 4));
  let at = 0;
  let to = 0;
  for (; at + 3 < pixels; at += 4) {
    const a = words[at] as number;
    const b = words[at + 1] as number;
    const c = words[at + 2] as number;
    const d = words[at + 3] as number;
    packed[to] = (a & 0xffffff) | (b << 24);
    packed[to + 1] = ((b >>> 8) & 0xffff) | (c << 16);
    packed[to + 2] = ((c >>> 16) & 0xff) | (d << 8);
    to += 3;
  }
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, pixels * 3);
  for (; at < pixels; at += 1) bytes.writeUIntLE((words[at] as number) & 0xffffff, at * 3, 3);
  return bytes;
};

/**
 * Colours multiplied by alpha as plain ones, four bytes a pixel.
 *
 * @param room where the bytes go.
 */
export const divideByAlpha = (words: Uint32Array, space: WordSource): Buffer => {
  const copy = space(words.length);
  copy.set(words);
  const data = Buffer.from(copy.buffer, copy.byteOffset, copy.byteLength);
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] as number;
    if (alpha === 255 || alpha === 0) continue;
    data[at] = Math.min(255, Math.round(((data[at] as number) * 255) / alpha));
    data[at + 1] = Math.min(255, Math.round(((data[at + 1] as number) * 255) / alpha));
    data[at + 2] = Math.min(255, Math.round(((data[at + 2] as number) * 255) / alpha));
  }
  return data;
};
