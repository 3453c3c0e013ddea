/** Device pixels: premultiplied RGBA, four bytes each. */
export interface Pixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

/** Pixels, and whether all are opaque. */
export interface Painting extends Pixels {
  readonly isOpaque: boolean;
}

export const getPainting = (pixels: Pixels): Painting => ({ ...pixels, isOpaque: areOpaque(getWords(pixels.data)) });

/** Returns pixels as 32-bit words, red in the lowest byte. Does not copy an aligned buffer. */
export const getWords = (bytes: Uint8Array): Uint32Array =>
  bytes.byteOffset % 4 === 0
    ? new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 2)
    : new Uint32Array(Uint8Array.from(bytes).buffer);

export const areOpaque = (words: Uint32Array): boolean => {
  for (let at = 0; at < words.length; at += 1) if ((words[at] as number) >>> 24 !== 255) return false;
  return true;
};
