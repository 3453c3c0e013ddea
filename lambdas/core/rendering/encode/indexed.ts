import { type Canvas, reusedWords } from '../pixels.ts';

/** An image of few colours: the colours as red, green and blue, and each pixel's place among them. */
export interface Indexed {
  readonly colours: Buffer;
  /** Rows as they are compressed: one byte a pixel, after a byte that says the row is not filtered. */
  readonly rows: Buffer;
}

const mostColours = 256;
/** Slots of the table of colours; a power of two, four times the colours, so that few meet. */
const slots = 1024;
/** Pixels from which on filling takes less time than writing one after the other. */
const longRun = 32;

/** Where a run of pixels of one colour ends. */
const endOfRun = (pixels: Uint32Array, start: number, end: number): number => {
  let at = start + 1;
  while (at < end && pixels[at] === pixels[start]) at += 1;
  return at;
};

const fillRun = (rows: Buffer, position: number, from: number, end: number): void => {
  if (end - from > longRun) rows.fill(position, from, end);
  else for (let at = from; at < end; at += 1) rows[at] = position;
};

/** Makes the function that returns whether an opaque image has few colours, and then which; one image after the other. */
export const indexer = () => {
  const space = reusedWords();
  const words = new Uint32Array(slots);
  const positions = new Uint8Array(slots);
  const colours = Buffer.alloc(mostColours * 3);
  let count = 0;
  /** The slot of a colour, or the free one where it belongs. */
  const getSlot = (word: number): number => {
    let slot = Math.imul(word, 0x9e3779b1) >>> 22;
    while (words[slot] !== 0 && words[slot] !== word) slot = (slot + 1) % slots;
    return slot;
  };
  /** The place of a colour among those so far, or its own behind them; undefined where there are too many. */
  const getSourcePosition = (word: number): number | undefined => {
    const slot = getSlot(word);
    if (words[slot] === word) return positions[slot];
    if (count === mostColours) return undefined;
    words[slot] = word;
    positions[slot] = count;
    colours.set([word & 0xff, (word >>> 8) & 0xff, (word >>> 16) & 0xff], count * 3);
    count += 1;
    return count - 1;
  };
  return ({ words: pixels, width, height }: Canvas): Indexed | undefined => {
    // no opaque colour is zero
    words.fill(0);
    count = 0;
    const { buffer, byteOffset } = space(Math.ceil(((width + 1) * height) / 4));
    const rows = Buffer.from(buffer, byteOffset, (width + 1) * height);
    for (let row = 0; row < height; row += 1) {
      // each row has one byte more than it has pixels
      const before = row + 1;
      rows[row * (width + 1)] = 0;
      const end = (row + 1) * width;
      for (let at = row * width; at < end; ) {
        const position = getSourcePosition(pixels[at] as number);
        if (position === undefined) return undefined;
        const next = endOfRun(pixels, at, end);
        fillRun(rows, position, at + before, next + before);
        at = next;
      }
    }
    return { colours: Buffer.from(colours.subarray(0, count * 3)), rows };
  };
};
