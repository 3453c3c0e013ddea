/** Device pixels, four bytes each: red, green, blue, alpha, colours multiplied by alpha. */
export interface Pixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
  /** Whether nothing shows through. @default looked up */
  readonly isOpaque?: boolean | undefined;
}

/** Device pixels, whole numbers. */
export interface PixelBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Device pixels as words of red, green, blue and alpha from the lowest byte up; colours multiplied by alpha. */
export interface Canvas {
  readonly words: Uint32Array;
  readonly width: number;
  readonly height: number;
}

/** An image that is ready to be encoded. */
export interface Painting {
  /** Until the next image is painted. */
  readonly canvas: Canvas;
  readonly isOpaque: boolean;
}

/** Makes pixels that come at once into a painting. */
export const getPainting = ({ data, width, height, isOpaque }: Pixels): Painting => {
  const words = getWords(data);
  return { canvas: { words, width, height }, isOpaque: isOpaque ?? areOpaque(words, 0, words.length) };
};

/** The pixels of a buffer as words, without a copy where the buffer lies at a whole word. */
export const getWords = (bytes: Uint8Array): Uint32Array =>
  bytes.byteOffset % 4 === 0
    ? new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 2)
    : new Uint32Array(Uint8Array.from(bytes).buffer);

/** Whether nothing shows through the words from one place to before another. */
export const areOpaque = (words: Uint32Array, from: number, end: number): boolean => {
  let at = from;
  // four at a time, which takes a third of the time
  for (; at + 3 < end; at += 4) {
    const two = (words[at] as number) & (words[at + 1] as number);
    if ((two & (words[at + 2] as number) & (words[at + 3] as number)) >>> 24 !== 255) return false;
  }
  for (; at < end; at += 1) if ((words[at] as number) >>> 24 !== 255) return false;
  return true;
};

/** Words kept at most between two images: an image of 2048 x 2048. */
const mostCachedWords = 4 << 20;

/**
 * Returns a function that allocates pixel buffers and reuses one buffer for all images. With a new buffer for each
 * image, every third render would trigger a full garbage collection, which takes as long as rendering a card.
 *
 * @returns a function that takes a number of words and returns a buffer of that length with undefined contents.
 */
export const reusedWords = () => {
  let cached = new Uint32Array(0);
  return (count: number): Uint32Array => {
    if (count > mostCachedWords) return new Uint32Array(count);
    if (cached.length < count) cached = new Uint32Array(count);
    return cached.subarray(0, count);
  };
};

export type WordSource = ReturnType<typeof reusedWords>;
