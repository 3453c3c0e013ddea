import { findPartitionPoint } from '../../partition-point.ts';
import { FontProblem, FontTable, readFontTables } from './opentype/font-tables.ts';

/** A set of code points as sorted, inclusive ranges: start, end, start, end, ... */
export type CodePointRanges = readonly number[];

/** Parses CSS ranges: `U+0000-00FF, U+0131`. */
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
  const index = findPartitionPoint(ranges.length / 2, (range) => (ranges[range * 2 + 1] as number) < codePoint);
  return (ranges[index * 2] ?? Number.POSITIVE_INFINITY) <= codePoint;
};

/**
 * Returns the code points for which a font has glyphs, from its `cmap` table (formats 4 and 12). The ranges of a font
 * package include more than its files contain.
 *
 * @throws FontProblem if the table is invalid.
 */
export const getCoverage = (font: ArrayBuffer | Uint8Array): CodePointRanges => {
  const tables = readFontTables(font);
  const cmap = tables('cmap');
  if (!cmap) return [];
  let best: FontTable | undefined;
  for (let index = 0; index < cmap.counted(cmap.uint16(2), 4, 8); index += 1) {
    const subtable = new FontTable(cmap.part(cmap.uint32(8 + index * 8)), 'The table cmap');
    const format = subtable.uint16(0);
    if (format === 12 || (format === 4 && best === undefined)) best = subtable;
  }
  if (best === undefined) return [];
  return best.uint16(0) === 12 ? segmentedCoverage(best, tables('maxp')?.uint16(4) ?? 0) : segmentMapping(best);
};

const lastCodePoint = 0x10ffff;

/** Sorts and merges pairs. @throws FontProblem for an invalid pair. */
const inOrder = (pairs: (readonly [start: number, end: number])[]): CodePointRanges => {
  const merged: number[] = [];
  for (const [start, end] of pairs.sort((a, b) => a[0] - b[0])) {
    if (end < start || end > lastCodePoint) throw new FontProblem('The table cmap has a range that is none.');
    const before = merged.at(-1);
    if (before !== undefined && start <= before) merged[merged.length - 1] = Math.max(before, end);
    else merged.push(start, end);
  }
  return merged;
};

/**
 * Format 12: groups of start, end, first glyph. Some fonts have one group for all of Unicode but few glyphs; code
 * points without an existing glyph are excluded.
 */
const segmentedCoverage = (table: FontTable, glyphs: number): CodePointRanges => {
  const pairs: [number, number][] = [];
  for (let index = 0; index < table.counted(table.uint32(12), 16, 12); index += 1) {
    const group = 16 + index * 12;
    const [start, end, glyph] = [table.uint32(group), table.uint32(group + 4), table.uint32(group + 8)];
    const last = start + glyphs - 1 - glyph;
    if (last >= start) pairs.push([start, Math.min(end, last)]);
  }
  return inOrder(pairs);
};

/** Format 4: parallel arrays of segment ends and starts. The last segment only marks the end. */
const segmentMapping = (table: FontTable): CodePointRanges => {
  const segments = table.uint16(6) >> 1;
  const pairs: [number, number][] = [];
  for (let index = 0; index < segments; index += 1) {
    const end = table.uint16(14 + index * 2);
    const start = table.uint16(16 + segments * 2 + index * 2);
    if (start !== 0xffff) pairs.push([start, end]);
  }
  return inOrder(pairs);
};
