import type { Boxes } from '../../../../rendering/boxes.ts';
import { getAround } from '../image-size.ts';
import type { Styled } from '../styled.ts';
import type { OpenTable } from './open-tables.ts';
import type { TableCell } from './read-table.ts';

export const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

export const getWidth = (boxes: Boxes, { element }: Styled): number => boxes.get(element)?.width ?? 0;

export const getCells = ({ rows }: OpenTable): TableCell[] => rows.flatMap(({ cells }) => cells);

/** Returns the width of a table that no column takes. */
export const getFrame = (table: OpenTable): number =>
  getAround(table.styled).width +
  table.spacing.across * Math.max(0, table.columns - 1) +
  (getOuterLine(table, 'before') + getOuterLine(table, 'after')) / 2;

/** Returns the width of the line before the first column or after the last one. */
const getOuterLine = ({ lines, columns }: OpenTable, side: 'before' | 'after'): number => {
  const outer = [...(lines ?? [])].filter(([{ column, columns: span }]) =>
    side === 'before' ? column === 0 : column + span === columns,
  );
  return Math.max(0, ...outer.map(([, line]) => line[side]));
};

/** Returns how much wider and higher the box of a cell is than its column and row: it holds the lines before it whole. */
export const getExcess = (
  { lines, columns, rows }: OpenTable,
  cell: TableCell,
): { readonly across: number; readonly down: number } => {
  const line = lines?.get(cell);
  if (!line) return { across: 0, down: 0 };
  const isLast = cell.column + cell.columns === columns;
  const isLowest = cell.row + cell.rows === rows.length;
  return {
    across: (line.before + (isLast ? line.after : -line.after)) / 2,
    down: (line.above + (isLowest ? line.below : -line.below)) / 2,
  };
};

/** Returns how far a cell of the first column is from the edge of the table: the line before it is thinner than others. */
export const getInset = (table: OpenTable, cell: TableCell): number => {
  const line = table.lines?.get(cell);
  return line && cell.column === 0 ? (getOuterLine(table, 'before') - line.before) / 2 : 0;
};
