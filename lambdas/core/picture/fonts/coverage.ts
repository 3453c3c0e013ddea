/** A set of code points as sorted, inclusive ranges: start, end, start, end, ... */
export type CodePointRanges = readonly number[];

/** Reads ranges written as in CSS: `U+0000-00FF, U+0131`. */
export const parseUnicodeRanges = (text: string): CodePointRanges => {
  const pairs: [number, number][] = [];
  for (const part of text.split(',')) {
    const [start, end] = part.trim().replace(/^U\+/i, '').split('-');
    const first = Number.parseInt(start ?? '', 16);
    if (Number.isFinite(first)) pairs.push([first, end === undefined ? first : Number.parseInt(end, 16)]);
  }
  return pairs.sort((a, b) => a[0] - b[0]).flat();
};

export const includes = (ranges: CodePointRanges, codePoint: number): boolean => {
  let low = 0;
  let high = ranges.length / 2 - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (codePoint < (ranges[middle * 2] as number)) high = middle - 1;
    else if (codePoint > (ranges[middle * 2 + 1] as number)) low = middle + 1;
    else return true;
  }
  return false;
};

/**
 * The code points a font has glyphs for, read from its `cmap` table (formats 4 and 12). A package's ranges list more
 * than its files hold.
 */
export const coverageOf = (font: ArrayBuffer): CodePointRanges => {
  const view = new DataView(font);
  const cmap = tableOffset(view, 'cmap');
  if (cmap === undefined) return [];
  let best: number | undefined;
  for (let index = 0; index < view.getUint16(cmap + 2); index += 1) {
    const subtable = cmap + view.getUint32(cmap + 8 + index * 8);
    const format = view.getUint16(subtable);
    if (format === 12 || (format === 4 && best === undefined)) best = subtable;
  }
  if (best === undefined) return [];
  return view.getUint16(best) === 12 ? segmentedCoverage(view, best) : segmentMapping(view, best);
};

export const tableOffset = (view: DataView, tag: string): number | undefined => {
  for (let index = 0; index < view.getUint16(4); index += 1) {
    const record = 12 + index * 16;
    const name = String.fromCharCode(...[0, 1, 2, 3].map((byte) => view.getUint8(record + byte)));
    if (name === tag) return view.getUint32(record + 8);
  }
  return undefined;
};

/** Format 12: groups of start, end, first glyph. */
const segmentedCoverage = (view: DataView, table: number): CodePointRanges => {
  const ranges: number[] = [];
  for (let index = 0; index < view.getUint32(table + 12); index += 1) {
    const group = table + 16 + index * 12;
    ranges.push(view.getUint32(group), view.getUint32(group + 4));
  }
  return ranges;
};

/** Format 4: parallel arrays of segment ends and starts; the last segment only marks the end. */
const segmentMapping = (view: DataView, table: number): CodePointRanges => {
  const segments = view.getUint16(table + 6) / 2;
  const ranges: number[] = [];
  for (let index = 0; index < segments; index += 1) {
    const end = view.getUint16(table + 14 + index * 2);
    const start = view.getUint16(table + 16 + segments * 2 + index * 2);
    if (start !== 0xffff) ranges.push(start, end);
  }
  return ranges;
};
