import { type Canvas, reusedWords } from '../pixels.ts';

/** A picture of few colours: the colours as red, green and blue, and each pixel's place among them. */
export interface Indexed {
  readonly colours: Buffer;
  /** Rows as they are compressed: one byte a pixel, after a byte that says the row is not filtered. */
  readonly rows: Buffer;
}

const mostColours = 256;
/** Slots of the table of colours; a power of two, four times the colours, so that few meet. */
const slots = 1024;

/** Makes the function that tells whether an opaque picture has few colours, and then which; one picture after the other. */
export const indexer = () => {
  const room = reusedWords();
  const words = new Uint32Array(slots);
  const places = new Uint8Array(slots);
  /** The slot of a colour, or the free one where it belongs. */
  const slotOf = (word: number): number => {
    let slot = Math.imul(word, 0x9e3779b1) >>> 22;
    while (words[slot] !== 0 && words[slot] !== word) slot = (slot + 1) % slots;
    return slot;
  };
  return ({ words: pixels, width, height }: Canvas): Indexed | undefined => {
    // no opaque colour is zero
    words.fill(0);
    const { buffer, byteOffset } = room(Math.ceil(((width + 1) * height) / 4));
    const rows = Buffer.from(buffer, byteOffset, (width + 1) * height);
    const colours = Buffer.alloc(mostColours * 3);
    let [count, last, place] = [0, 0, 0];
    for (let row = 0, at = 0, to = 0; row < height; row += 1) {
      rows[to++] = 0;
      for (const end = at + width; at < end; at += 1) {
        const word = pixels[at] as number;
        if (word !== last) {
          const slot = slotOf(word);
          if (words[slot] === 0) {
            if (count === mostColours) return undefined;
            words[slot] = word;
            places[slot] = count;
            colours.set([word & 0xff, (word >>> 8) & 0xff, (word >>> 16) & 0xff], count * 3);
            count += 1;
          }
          last = word;
          place = places[slot] as number;
        }
        rows[to++] = place;
      }
    }
    return { colours: colours.subarray(0, count * 3), rows };
  };
};
