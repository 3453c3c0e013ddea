import type { FontMetrics } from './font-files.ts';
import { getAdvance } from './opentype/glyphs.ts';
import { FontProblem, type FontTables, fontTables } from './opentype/tables.ts';

/** What the OpenType specification lets `unitsPerEm` be. */
const [fewestUnits, mostUnits] = [16, 16_384];

/**
 * A font's measures, from its `head` and `hhea` tables, as browsers on Linux take them.
 *
 * @throws FontProblem where the tables are not what they say.
 */
export const getMetrics = (font: ArrayBuffer | Uint8Array): FontMetrics => {
  const tables = fontTables(font);
  const [head, hhea] = [tables('head'), tables('hhea')];
  if (!head || !hhea) return { ascent: 0.9, descent: 0.3, lineGap: 0 };
  const unitsPerEm = head.uint16(18);
  if (unitsPerEm < fewestUnits || unitsPerEm > mostUnits)
    throw new FontProblem(`The table head says ${unitsPerEm} units per em.`);
  const share = (field: number) => hhea.int16(field) / unitsPerEm;
  const space = spaceIn(tables);
  return {
    ...{ ascent: share(4), descent: -share(6), lineGap: share(8) },
    ...(space !== undefined && { space: space / unitsPerEm }),
  };
};

/** Undefined also where the font is broken in a place that only this reads: it was rendered with before. */
const spaceIn = (tables: FontTables): number | undefined => {
  try {
    return getAdvance(tables, 0x20);
  } catch (error) {
    if (error instanceof FontProblem) return undefined;
    throw error;
  }
};
