import { FontTable, type FontTables } from './tables.ts';

/** The glyph a font's `cmap` table (formats 4 and 12) has for a character; 0 where it has none. Source: OpenType specification. */
const getGlyph = (tables: FontTables, codePoint: number): number => {
  const cmap = tables('cmap');
  if (!cmap) return 0;
  for (let index = 0; index < cmap.counted(cmap.uint16(2), 4, 8); index += 1) {
    const subtable = new FontTable(cmap.part(cmap.uint32(8 + index * 8)), 'The table cmap');
    const format = subtable.uint16(0);
    const glyph = format === 4 ? inSegments(subtable, codePoint) : format === 12 ? inGroups(subtable, codePoint) : 0;
    if (glyph !== 0) return glyph;
  }
  return 0;
};

const inSegments = (table: FontTable, codePoint: number): number => {
  const bytes = table.uint16(6);
  for (let at = 0; at < bytes; at += 2) {
    const start = table.uint16(16 + bytes + at);
    if (table.uint16(14 + at) < codePoint || start > codePoint) continue;
    const offsets = 16 + bytes * 3 + at;
    const [delta, offset] = [table.int16(16 + bytes * 2 + at), table.uint16(offsets)];
    const glyph = offset === 0 ? codePoint : table.uint16(offsets + offset + (codePoint - start) * 2);
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
  }
  return 0;
};

const inGroups = (table: FontTable, codePoint: number): number => {
  for (let index = 0; index < table.counted(table.uint32(12), 16, 12); index += 1) {
    const group = 16 + index * 12;
    const start = table.uint32(group);
    if (start <= codePoint && codePoint <= table.uint32(group + 4)) return table.uint32(group + 8) + codePoint - start;
  }
  return 0;
};

/** How far a font goes on after a character, in its units; undefined where it lacks it. */
export const getAdvance = (tables: FontTables, codePoint: number): number | undefined => {
  const [hhea, hmtx, glyph] = [tables('hhea'), tables('hmtx'), getGlyph(tables, codePoint)];
  if (!hhea || !hmtx || glyph === 0) return undefined;
  const last = hhea.uint16(34) - 1;
  return hmtx.uint16(Math.min(glyph, last) * 4);
};
