import type { PixelBox } from './pixel-box.ts';

/** Device pixels as words of red, green, blue and alpha from the lowest byte up; colours multiplied by alpha. */
export interface Canvas {
  readonly words: Uint32Array;
  readonly width: number;
  readonly height: number;
}

export const emptyCanvas = (width: number, height: number): Canvas => ({
  words: new Uint32Array(width * height),
  width,
  height,
});

/** Words kept at most between two pictures: a picture of 2048 x 2048. */
const mostKeptWords = 4 << 20;

/**
 * Makes a function that hands out words for one picture after another, always the same ones. In fresh memory for each
 * picture the garbage collector would go through everything after every third one, for as long as drawing a card takes.
 *
 * @returns a function that takes a count and answers as many words, with whatever was in them.
 */
export const reusedWords = () => {
  let kept = new Uint32Array(0);
  return (count: number): Uint32Array => {
    if (count > mostKeptWords) return new Uint32Array(count);
    if (kept.length < count) kept = new Uint32Array(count);
    return kept.subarray(0, count);
  };
};

export type WordSource = ReturnType<typeof reusedWords>;

/** The pixels of a buffer as words, without a copy where the buffer lies at a whole word. */
export const wordsOf = (bytes: Uint8Array): Uint32Array =>
  bytes.byteOffset % 4 === 0
    ? new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 2)
    : new Uint32Array(bytes.slice().buffer);

/** Makes every pixel of a box the same, in place. */
export const fill = ({ words, width }: Canvas, word: number, box: PixelBox): void => {
  for (let row = box.top; row < box.bottom; row += 1) words.fill(word, row * width + box.left, row * width + box.right);
};

/** How a result between two whole numbers is rounded: as the rasteriser does for plain shapes, or for what has layers. */
export type Rounding = 'up' | 'nearest';

/** Pixels of a part of a picture, row by row. */
export interface Layer {
  readonly words: Uint32Array;
  readonly box: PixelBox;
}

/**
 * Draws a layer over a canvas, in place. Rounds as the rasteriser does when it draws over something itself, so that a
 * picture drawn in layers is the one drawn at once.
 *
 * @param box what of the layer is drawn.
 */
export const drawOver = (canvas: Canvas, layer: Layer, box: PixelBox, rounding: Rounding): void => {
  const blend = rounding === 'up' ? overUp : overNearest;
  const { words, width } = canvas;
  const across = layer.box.right - layer.box.left;
  for (let row = box.top; row < box.bottom; row += 1) {
    let to = row * width + box.left;
    let from = (row - layer.box.top) * across + box.left - layer.box.left;
    for (const end = from + box.right - box.left; from < end; from += 1, to += 1) {
      const above = layer.words[from] as number;
      if (above === 0) continue;
      const alpha = above >>> 24;
      words[to] = alpha === 255 ? above : blend(above, words[to] as number, 255 - alpha);
    }
  }
};

/** Two channels at a time: `above + (below * share + 255) / 256`, which cannot carry into the next channel. */
const overUp = (above: number, below: number, share: number): number => {
  const evens = (Math.imul(below & 0xff00ff, share) + 0xff00ff) >>> 8;
  const odds = Math.imul((below >>> 8) & 0xff00ff, share) + 0xff00ff;
  return above + ((evens & 0xff00ff) | (odds & 0xff00ff00));
};

/** `above + below * share / 255`, to the nearest whole number. */
const overNearest = (above: number, below: number, share: number): number => above + faded(below, share);

/** All channels of a pixel times `share / 255`, to the nearest whole number. */
export const faded = (word: number, share: number): number => {
  const evens = Math.imul(word & 0xff00ff, share) + 0x800080;
  const odds = Math.imul((word >>> 8) & 0xff00ff, share) + 0x800080;
  const exactEvens = ((evens + ((evens >>> 8) & 0xff00ff)) >>> 8) & 0xff00ff;
  const exactOdds = (odds + ((odds >>> 8) & 0xff00ff)) & 0xff00ff00;
  return (exactEvens | exactOdds) >>> 0;
};

export const isOpaque = ({ words }: Canvas): boolean => {
  for (let at = 0; at < words.length; at += 1) if ((words[at] as number) >>> 24 !== 255) return false;
  return true;
};
