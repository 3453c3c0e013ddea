import type { FontData, FontFiles } from '../../../picture/fonts/font-files.ts';
import { FontProblem, type FontTable, fontTables } from '../../../picture/fonts/opentype/tables.ts';

/** Font files as satori needs them. */
export const withTurnedOffsets = (files: FontFiles): FontFiles => {
  const turned = new WeakMap<ArrayBuffer, FontProblem | undefined>();
  const turn = (font: FontData | undefined): FontData | undefined => {
    if (font && !turned.has(font.data)) turned.set(font.data, problemOfTurning(font.data));
    // one that was turned in part must not be drawn with
    const problem = font && turned.get(font.data);
    if (problem) throw problem;
    return font;
  };
  return {
    describe: files.describe,
    load: (face) => turn(files.load(face)),
    loadOwn: (face) => turn(files.loadOwn(face)),
  };
};

const problemOfTurning = (font: ArrayBuffer): FontProblem | undefined => {
  try {
    turnVerticalOffsets(font);
    return undefined;
  } catch (error) {
    if (error instanceof FontProblem) return error;
    throw error;
  }
};

/**
 * Negates the Y offsets in a font's `GPOS` table, in place: satori 0.63 places marks with the Y axis inverted. The dots of
 * Arabic, the vowels of Thai and Devanagari and accents that combine would hang as far below their letter as they belong above it.
 *
 * All places of marks are differences of two anchors, or sums of such, so that changing every sign changes the sign of
 * each sum. Source: OpenType specification, "GPOS".
 */
const turnVerticalOffsets = (font: ArrayBuffer): void => {
  const view = fontTables(font)('GPOS');
  if (!view) return;
  const gpos: Gpos = { view, turned: new Set() };
  const lookups = view.uint16(8);
  for (const lookup of offsetsAt(view, lookups, lookups)) {
    const type = view.uint16(lookup);
    for (const subtable of offsetsAt(view, lookup + 4, lookup)) turnSubtable(gpos, type, subtable);
  }
};

interface Gpos {
  readonly view: FontTable;
  /** Offsets already negated: tables may share anchors. */
  readonly turned: Set<number>;
}

/** A count and as many offsets from a table's start; those that are 0 mean nothing. */
const offsetsAt = (view: FontTable, at: number, from: number): number[] =>
  Array.from({ length: view.uint16(at) }, (_none, index) => view.uint16(at + 2 + index * 2))
    .filter((offset) => offset !== 0)
    .map((offset) => from + offset);

const turnNumber = ({ view, turned }: Gpos, at: number): void => {
  // read in any case: reads are counted
  const value = view.int16(at);
  if (turned.has(at)) return;
  turned.add(at);
  view.setInt16(at, value === -32_768 ? 32_767 : -value);
};

/** @param offset from the table's start; 0 for no anchor. */
const turnAnchor = (gpos: Gpos, from: number, offset: number): void => {
  if (offset !== 0) turnNumber(gpos, from + offset + 4);
};

const extension = 9;

const turnSubtable = (gpos: Gpos, type: number, at: number): void => {
  if (type === 1) turnSingle(gpos, at);
  else if (type === 2) turnPairs(gpos, at);
  else if (type === 3) turnCursive(gpos, at);
  else if (type === 4 || type === 6) turnMarks(gpos, at, false);
  else if (type === 5) turnMarks(gpos, at, true);
  else if (type === extension) turnExtended(gpos, at);
};

/** A subtable further away, of any type but this one. */
const turnExtended = (gpos: Gpos, at: number): void => {
  const type = gpos.view.uint16(at + 2);
  if (type !== extension) turnSubtable(gpos, type, at + gpos.view.uint32(at + 4));
};

/** Marks attached to letters or marks (one row of anchors each), or to ligatures (one row for each of its parts). */
const turnMarks = (gpos: Gpos, at: number, toLigatures: boolean): void => {
  const { view } = gpos;
  const classes = view.uint16(at + 6);
  const marks = at + view.uint16(at + 8);
  for (let index = 0; index < view.uint16(marks); index += 1)
    turnAnchor(gpos, marks, view.uint16(marks + 4 + index * 4));
  const bases = at + view.uint16(at + 10);
  for (const rows of toLigatures ? offsetsAt(view, bases, bases) : [bases])
    for (let index = 0; index < view.uint16(rows) * classes; index += 1)
      turnAnchor(gpos, rows, view.uint16(rows + 2 + index * 2));
};

const turnCursive = (gpos: Gpos, at: number): void => {
  for (let index = 0; index < gpos.view.uint16(at + 4) * 2; index += 1)
    turnAnchor(gpos, at, gpos.view.uint16(at + 6 + index * 2));
};

const hasX = 1;
const hasY = 2;

const sizeOfValue = (format: number): number => format.toString(2).replaceAll('0', '').length * 2;

const turnValue = (gpos: Gpos, at: number, format: number): void => {
  if (format & hasY) turnNumber(gpos, at + (format & hasX ? 2 : 0));
};

const turnSingle = (gpos: Gpos, at: number): void => {
  const { view } = gpos;
  const format = view.uint16(at + 4);
  if ((format & hasY) === 0) return;
  const isOne = view.uint16(at) === 1;
  const count = isOne ? 1 : view.uint16(at + 6);
  const first = at + (isOne ? 6 : 8);
  for (let index = 0; index < count; index += 1) turnValue(gpos, first + index * sizeOfValue(format), format);
};

const turnPairs = (gpos: Gpos, at: number): void => {
  const { view } = gpos;
  const formats = [view.uint16(at + 4), view.uint16(at + 6)] as const;
  // kerning, which is what pairs are nearly always for, moves nothing up or down
  if (((formats[0] | formats[1]) & hasY) === 0) return;
  const turnPair = (first: number) => {
    turnValue(gpos, first, formats[0]);
    turnValue(gpos, first + sizeOfValue(formats[0]), formats[1]);
  };
  const size = sizeOfValue(formats[0]) + sizeOfValue(formats[1]);
  if (view.uint16(at) === 1) {
    for (const set of offsetsAt(view, at + 8, at))
      for (let index = 0; index < view.uint16(set); index += 1) turnPair(set + 4 + index * (size + 2));
  } else {
    const pairs = view.uint16(at + 12) * view.uint16(at + 14);
    for (let index = 0; index < pairs; index += 1) turnPair(at + 16 + index * size);
  }
};
