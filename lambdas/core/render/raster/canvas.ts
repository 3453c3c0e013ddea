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

/**
 * Draws a layer over a canvas, in place. Rounds as the rasteriser does when it draws over something itself, so that a
 * picture drawn in layers is the one drawn at once.
 *
 * @param layer pixels of `box`, row by row.
 */
export const drawOver = (canvas: Canvas, layer: Uint32Array, box: PixelBox, rounding: Rounding): void => {
  const blend = rounding === 'up' ? overUp : overNearest;
  const { words, width } = canvas;
  const across = box.right - box.left;
  let from = 0;
  for (let row = box.top; row < box.bottom; row += 1) {
    let to = row * width + box.left;
    for (const end = from + across; from < end; from += 1, to += 1) {
      const above = layer[from] as number;
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
const overNearest = (above: number, below: number, share: number): number => {
  const evens = Math.imul(below & 0xff00ff, share) + 0x800080;
  const odds = Math.imul((below >>> 8) & 0xff00ff, share) + 0x800080;
  const exactEvens = ((evens + ((evens >>> 8) & 0xff00ff)) >>> 8) & 0xff00ff;
  const exactOdds = (odds + ((odds >>> 8) & 0xff00ff)) & 0xff00ff00;
  return above + (exactEvens | exactOdds);
};

export const isOpaque = ({ words }: Canvas): boolean => {
  for (let at = 0; at < words.length; at += 1) if ((words[at] as number) >>> 24 !== 255) return false;
  return true;
};
