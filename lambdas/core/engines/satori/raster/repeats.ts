import type { Coverage } from './canvas.ts';

/**
 * Works on a coverage without rows and columns that only repeat those beside them, as most of a box does, and puts them back into
 * what comes of it. The result is the same to the last bit.
 *
 * @param reach how many pixels away each pixel of the result may look, to all sides.
 * @param change makes the result, and may do so in place.
 */
export const withoutRepeats = (
  { data, width, height }: Coverage,
  reach: number,
  change: (coverage: Coverage) => Uint8Array,
): Coverage => {
  const rowOf = (row: number) => data.subarray(row * width, (row + 1) * width);
  const rows = placesOf(repeatedRows(rowOf, height), reach);
  const columns = placesOf(repeatedColumns(data, width), reach);
  const [across, down] = [countOf(columns), countOf(rows)];
  const part = new Uint8Array(across * down);
  for (let row = 0; row < height; row += 1) {
    if (rows[row] === rows[row - 1]) continue;
    const [from, to] = [row * width, (rows[row] as number) * across];
    for (let at = 0; at < width; at += 1) part[to + (columns[at] as number)] = data[from + at] as number;
  }
  const changed = change({ data: part, width: across, height: down });
  const whole = new Uint8Array(data.length);
  for (let row = 0; row < height; row += 1) {
    const [from, to] = [(rows[row] as number) * across, row * width];
    if (rows[row] === rows[row - 1]) whole.copyWithin(to, to - width, to);
    else for (let at = 0; at < width; at += 1) whole[to + at] = changed[from + (columns[at] as number)] as number;
  }
  return { data: whole, width, height };
};

/** For each row, whether it is as the one before. */
const repeatedRows = (rowOf: (row: number) => Uint8Array, height: number): Uint8Array => {
  const isRepeated = new Uint8Array(height);
  for (let row = 1; row < height; row += 1) isRepeated[row] = Number(Buffer.compare(rowOf(row), rowOf(row - 1)) === 0);
  return isRepeated;
};

/** For each column, whether it is as the one before. */
const repeatedColumns = (data: Uint8Array, width: number): Uint8Array => {
  const isRepeated = new Uint8Array(width).fill(1, 1);
  for (let start = 0; start < data.length; start += width)
    for (let at = 1; at < width; at += 1) if (data[start + at] !== data[start + at - 1]) isRepeated[at] = 0;
  return isRepeated;
};

/**
 * The place of each line among those that are needed: of lines that are alike one after the other, those that what lies beyond
 * them reaches, and one more. The others have its place.
 */
const placesOf = (isRepeated: Uint8Array, reach: number): Int32Array => {
  const places = new Int32Array(isRepeated.length);
  let place = 0;
  for (let start = 0, end = 1; start < places.length; start = end, end += 1) {
    while (isRepeated[end] === 1) end += 1;
    for (let line = start; line < end; line += 1) {
      const isNeeded = line <= start + reach || line >= end - reach;
      places[line] = isNeeded ? place : (places[start + reach] as number);
      if (isNeeded) place += 1;
    }
  }
  return places;
};

const countOf = (places: Int32Array): number => (places.at(-1) ?? -1) + 1;
