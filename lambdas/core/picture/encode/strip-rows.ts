import { type Canvas, reusedWords } from '../pixels.ts';
import { busyness } from './busyness.ts';
import { packRgb } from './pack.ts';
import { type Filter, filtered } from './row-filters.ts';

/** How much of a strip repeats: most of it, a part beside what is busy, or next to nothing, as in a photograph. */
export type StripKind = 'flat' | 'mixed' | 'busy';

/** Rows of a strip: how they are compressed depends on what they show. */
export interface StripRows {
  /** Bytes as they are compressed: each row after the byte that names its filter. */
  readonly bytes: Buffer;
  readonly kind: StripKind;
}

export const rowsOfStrip = 64;

const filters: Readonly<Record<StripKind, Filter>> = { flat: 'none', mixed: 'up', busy: 'average' };
/** As files name them. */
const numbers: Readonly<Record<Filter, number>> = { none: 0, up: 2, average: 3 };

/** Makes the function that cuts paintings into strips of rows, one painting after the other. */
export const stripCutter = () => {
  const [rest, pixels, room] = [reusedWords(), reusedWords(), reusedWords()];
  /** @returns a function that gives the rows of a strip by its number, from 0 at the top. */
  return ({ words, width, height }: Canvas): ((number: number) => StripRows) => {
    const across = width * 3;
    const { buffer, byteOffset } = room(Math.ceil(((across + 1) * height) / 4));
    const cut: StripRows[] = [];
    return (number) => {
      const [top, bottom] = [number * rowsOfStrip, Math.min(height, (number + 1) * rowsOfStrip)];
      const made = () => {
        const kind = kindOf(words.subarray(top * width, bottom * width), width);
        const bytes = Buffer.from(buffer, byteOffset + top * (across + 1), (bottom - top) * (across + 1));
        // with the row above, which the first row of the strip is told from
        const from = Math.max(0, top - 1);
        const packed = packRgb(
          filtered(words.subarray(from * width, bottom * width), width, filters[kind], rest),
          pixels,
        );
        writeRows(packed.subarray((top - from) * across), across, filters[kind], bytes);
        if (top === 0) bytes[0] = numbers.none;
        return { bytes, kind };
      };
      cut[number] ??= made();
      return cut[number];
    };
  };
};

const kindOf = (words: Uint32Array, width: number): StripKind => {
  const share = busyness(words, width);
  if (share > 0.7) return 'busy';
  return share > 0.35 ? 'mixed' : 'flat';
};

/** Writes rows with the byte that names their filter before them. */
const writeRows = (bytes: Buffer, across: number, filter: Filter, out: Buffer): void => {
  for (let row = 0; row * across < bytes.length; row += 1) {
    out[row * (across + 1)] = numbers[filter];
    bytes.copy(out, row * (across + 1) + 1, row * across, (row + 1) * across);
  }
};
