/** Device pixels, four bytes each: red, green, blue, alpha, colours multiplied by alpha. */
export interface Pixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

/** Pixels of which it is known whether anything shows through. */
export interface Painting extends Pixels {
  readonly isOpaque: boolean;
}

/** Device pixels, whole numbers. */
export interface PixelBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export const getPainting = (pixels: Pixels): Painting => ({ ...pixels, isOpaque: areOpaque(getWords(pixels.data)) });

/**
 * Returns the pixels of a buffer as words, with red in the lowest byte and alpha in the highest; without a copy where the buffer lies at
 * a whole word.
 */
export const getWords = (bytes: Uint8Array): Uint32Array =>
  bytes.byteOffset % 4 === 0
    ? new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 2)
    : new Uint32Array(Uint8Array.from(bytes).buffer);

export const areOpaque = (words: Uint32Array): boolean => {
  for (let at = 0; at < words.length; at += 1) if ((words[at] as number) >>> 24 !== 255) return false;
  return true;
};
