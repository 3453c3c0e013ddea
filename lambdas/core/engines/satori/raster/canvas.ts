import { areOpaque, type Canvas, type PixelBox } from '../../../picture/pixels.ts';

export const emptyCanvas = (width: number, height: number): Canvas => ({
  words: new Uint32Array(width * height),
  width,
  height,
});

/** Makes every pixel of a box the same, in place. */
export const fill = ({ words, width }: Canvas, word: number, box: PixelBox): void => {
  for (let row = box.top; row < box.bottom; row += 1) words.fill(word, row * width + box.left, row * width + box.right);
};

/** How a result between two whole numbers is rounded: as resvg does for plain shapes, or for what it draws on layers. */
export type Rounding = 'up' | 'nearest';

/** Pixels of a piece, row by row. */
export interface PiecePixels {
  readonly words: Uint32Array;
  readonly box: PixelBox;
}

/** One channel of a part of a picture, row by row: how much of each pixel is covered, 0 to 255. */
export interface Coverage {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/**
 * Paints pixels over a canvas, in place. Rounds as resvg does when it draws over something itself, so that a picture painted
 * piece by piece is the one rasterised at once.
 *
 * @param box what of the pixels is painted.
 */
export const paintOver = (canvas: Canvas, pixels: PiecePixels, box: PixelBox, rounding: Rounding): void => {
  const isUp = rounding === 'up';
  const { words, width } = canvas;
  const across = pixels.box.right - pixels.box.left;
  for (let row = box.top; row < box.bottom; row += 1) {
    let to = row * width + box.left;
    let from = (row - pixels.box.top) * across + box.left - pixels.box.left;
    const end = from + box.right - box.left;
    if (areOpaque(pixels.words, from, end)) {
      words.set(pixels.words.subarray(from, end), to);
      continue;
    }
    for (; from < end; from += 1, to += 1) {
      const above = pixels.words[from] as number;
      if (above === 0) continue;
      const alpha = above >>> 24;
      // each called by its name: through a variable, the call would take longer than the work
      if (alpha === 255) words[to] = above;
      else if (isUp) words[to] = overUp(above, words[to] as number, 255 - alpha);
      else words[to] = overNearest(above, words[to] as number, 255 - alpha);
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
