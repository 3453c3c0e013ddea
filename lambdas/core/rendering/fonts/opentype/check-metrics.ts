import { FontProblem, readFontTables } from './font-tables.ts';

/** Range of `unitsPerEm` in the OpenType specification. */
const [fewestUnits, mostUnits] = [16, 16_384];

/** Checks the tables `head` and `hhea`, with which engines measure lines. @throws FontProblem if they are invalid. */
export const checkMetrics = (font: ArrayBuffer | Uint8Array): void => {
  const tables = readFontTables(font);
  const [head, hhea] = [tables('head'), tables('hhea')];
  if (!head || !hhea) return;
  const unitsPerEm = head.uint16(18);
  if (unitsPerEm < fewestUnits || unitsPerEm > mostUnits)
    throw new FontProblem(`The table head says ${unitsPerEm} units per em.`);
  for (const field of [4, 6, 8]) hhea.int16(field);
};
