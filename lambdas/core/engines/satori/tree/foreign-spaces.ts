import { includes, parseUnicodeRanges } from '../../../picture/fonts/coverage.ts';
import type { FontData, FontFace, FontFiles } from '../../../picture/fonts/font-files.ts';
import { FontTable, fontTables } from '../../../picture/fonts/opentype/tables.ts';

/**
 * Font files without the space that is for another file of their family: satori 0.63 takes a space from the font of the letter before
 * it, browsers from the first font of the list whose range has it. A space after Japanese was a third narrower.
 */
export const withoutForeignSpaces = (files: FontFiles): FontFiles => {
  const changed = new WeakSet<ArrayBuffer>();
  const hasSpace = (face: FontFace): boolean => {
    const ranges = files.describe(face.id)?.ranges[face.subset];
    return ranges === undefined || includes(parseUnicodeRanges(ranges), space);
  };
  const change = (face: FontFace, font: FontData | undefined): FontData | undefined => {
    if (!font || changed.has(font.data)) return font;
    changed.add(font.data);
    if (!hasSpace(face)) dropSpace(font.data);
    return font;
  };
  return { describe: files.describe, loadOwn: files.loadOwn, load: (face) => change(face, files.load(face)) };
};

const space = 0x20;

/** Has a font's `cmap` table say in place that there is no glyph for the space. Source: OpenType specification, "cmap". */
export const dropSpace = (font: ArrayBuffer): void => {
  const cmap = fontTables(font)('cmap');
  if (!cmap) return;
  const places = new Set(Array.from({ length: cmap.uint16(2) }, (_none, index) => cmap.uint32(8 + index * 8)));
  for (const place of places) {
    const subtable = new FontTable(cmap.part(place), 'The table cmap');
    const format = subtable.uint16(0);
    if (format === 4) dropFromSegments(subtable);
    else if (format === 12) dropFromGroups(subtable);
  }
};

const dropFromSegments = (table: FontTable): void => {
  const bytes = table.uint16(6);
  for (let at = 0; at < bytes; at += 2) {
    const [ends, starts, deltas, offsets] = [14 + at, 16 + bytes + at, 16 + bytes * 2 + at, 16 + bytes * 3 + at];
    const [start, end, offset] = [table.uint16(starts), table.uint16(ends), table.uint16(offsets)];
    if (start > space || end < space) continue;
    if (start === space && end === space) {
      table.setInt16(deltas, -space);
      table.setInt16(offsets, 0);
    } else if (start === space) {
      table.setInt16(starts, space + 1);
      if (offset !== 0) table.setInt16(offsets, offset + 2);
    } else if (end === space) table.setInt16(ends, space - 1);
    else if (offset !== 0) table.setInt16(offsets + offset + (space - start) * 2, 0);
    return;
  }
};

const dropFromGroups = (table: FontTable): void => {
  for (let index = 0; index < table.uint32(12); index += 1) {
    const group = 16 + index * 12;
    const [start, end, glyph] = [table.uint32(group), table.uint32(group + 4), table.uint32(group + 8)];
    if (start !== space) continue;
    if (end === space) table.setInt16(group + 10, 0);
    else {
      table.setInt16(group + 2, space + 1);
      table.setInt16(group + 10, (glyph + 1) & 0xffff);
    }
    return;
  }
};
