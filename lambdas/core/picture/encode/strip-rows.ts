import { type Canvas, reusedWords } from '../pixels.ts';
import { packRgb } from './pack.ts';

/** Rows of a strip: how they are compressed depends on what they show. */
export interface StripRows {
  /** Bytes as they are compressed: each row after the byte that names its filter. */
  readonly bytes: Buffer;
  /** Hardly a pixel is as one beside it, as in a photograph. */
  readonly isBusy: boolean;
}

export const rowsOfStrip = 64;

/** Makes the function that cuts paintings into strips of rows, one painting after the other. */
export const stripCutter = () => {
  const pixels = reusedWords();
  const room = reusedWords();
  /** @returns a function that gives the rows of a strip by its number, from 0 at the top. */
  return ({ words, width, height }: Canvas): ((number: number) => StripRows) => {
    const across = width * 3;
    const { buffer, byteOffset } = room(Math.ceil(((across + 1) * height) / 4));
    const cut: StripRows[] = [];
    return (number) => {
      const [top, bottom] = [number * rowsOfStrip, Math.min(height, (number + 1) * rowsOfStrip)];
      const made = () => {
        const strip = words.subarray(top * width, bottom * width);
        const isBusy = busyness(strip, width) > 0.35;
        const bytes = Buffer.from(buffer, byteOffset + top * (across + 1), (bottom - top) * (across + 1));
        filterRows(packRgb(strip, pixels), across, isBusy, bytes);
        return { bytes, isBusy };
      };
      cut[number] ??= made();
      return cut[number];
    };
  };
};

/** Share of pixels unlike both the one to the left and the one above; looked at here and there. */
const busyness = (words: Uint32Array, width: number): number => {
  let [busy, all] = [0, 0];
  for (let row = width * 3; row < words.length; row += width * 5) {
    for (let at = row + 1; at < row + width; at += 3) {
      all += 1;
      if (words[at] !== words[at - 1] && words[at] !== words[at - width]) busy += 1;
    }
  }
  return all === 0 ? 0 : busy / all;
};

/** Writes rows with the byte that names their filter before them: none, or the difference to the row above. */
const filterRows = (bytes: Buffer, across: number, isBusy: boolean, out: Buffer): void => {
  const rows = bytes.length / across;
  for (let row = 0; row < rows; row += 1) {
    const to = row * (across + 1);
    const from = row * across;
    // The row above the first one belongs to another strip.
    const isDifference = isBusy && row > 0;
    out[to] = isDifference ? 2 : 0;
    if (!isDifference) bytes.copy(out, to + 1, from, from + across);
    else {
      for (let at = 0; at < across; at += 1)
        out[to + 1 + at] = (bytes[from + at] as number) - (bytes[from + at - across] as number);
    }
  }
};
