import { FontProblem, fontTables } from './font-tables.ts';

/** What the OpenType specification lets `unitsPerEm` be. */
const [fewestUnits, mostUnits] = [16, 16_384];

/** Reads what engines measure lines with, of the tables `head` and `hhea`. @throws FontProblem where these are not what they say */
export const checkMetrics = (font: ArrayBuffer | Uint8Array): void => {
  const tables = fontTables(font);
  const [head, hhea] = [tables('head'), tables('hhea')];
  if (!head || !hhea) return;
  const unitsPerEm = head.uint16(18);
  if (unitsPerEm < fewestUnits || unitsPerEm > mostUnits)
    throw new FontProblem(`The table head says ${unitsPerEm} units per em.`);
  for (const field of [4, 6, 8]) hhea.int16(field);
};
