/** Device pixels: premultiplied RGBA, four bytes each. */
export interface Pixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

export interface Painting extends Pixels {
  readonly isOpaque: boolean;
}

export const getPainting = (pixels: Pixels): Painting => ({ ...pixels, isOpaque: areOpaque(getWords(pixels.data)) });

/** Returns pixels as 32-bit words, red in the lowest byte. Does not copy an aligned buffer. */
export const getWords = (bytes: Uint8Array): Uint32Array =>
  bytes.byteOffset % 4 === 0
    ? new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 2)
    : new Uint32Array(Uint8Array.from(bytes).buffer);

const areOpaque = (words: Uint32Array): boolean => {
  for (let at = 0; at < words.length; at += 1) if ((words[at] as number) >>> 24 !== 255) return false;
  return true;
};

/** Multiplies colours by alpha, in place: takumi returns straight alpha. */
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

/** Returns straight RGBA pixels of premultiplied ones. */
export const divideByAlpha = (multiplied: Buffer): Buffer => {
  const data = Buffer.from(multiplied);
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] as number;
    if (alpha === 255 || alpha === 0) continue;
    for (let channel = at; channel < at + 3; channel += 1)
      data[channel] = Math.min(255, Math.round(((data[channel] as number) * 255) / alpha));
  }
  return data;
};
