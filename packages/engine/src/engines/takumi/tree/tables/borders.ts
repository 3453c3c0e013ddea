import { splitList } from '../../../../css-tokens.ts';
import { splitWords } from '../../../../split-words.ts';
import type { Style } from '../../../../styles/style.ts';
import { getPixels } from '../../../../styles/values/lengths.ts';
import { getDirection, type Styled } from '../styled.ts';
import type { Table, TableCell } from './read-table.ts';

/** One side of a border. */
interface Line {
  /** CSS pixels; 0 for `none`. */
  readonly width: number;
  readonly style: string;
  readonly colour: string;
}

const sides = ['Top', 'Right', 'Bottom', 'Left'] as const;
type Side = (typeof sides)[number];

const styles: ReadonlySet<string> = new Set(
  splitWords('none hidden dotted dashed solid double groove ridge inset outset'),
);
/** The order in which the style decides between two lines of one width. Source: CSS 2.2, 17.6.2.1 */
const ranks = splitWords('inset groove outset ridge dotted dashed solid double');
const keywords: Readonly<Record<string, number>> = { thin: 1, medium: 3, thick: 5 };

const none: Line = { width: 0, style: 'none', colour: 'currentColor' };

const toWidth = (value: string, fontSize: number): number | undefined =>
  Object.hasOwn(keywords, value) ? keywords[value] : getPixels(value, fontSize);

/** Returns one of one to four values. */
const pick = (value: string | number | undefined, side: Side): string | undefined => {
  const [top, right = top, bottom = top, left = right] = splitList(String(value ?? ''), ' ');
  return { Top: top, Right: right, Bottom: bottom, Left: left }[side];
};

/** The parts of a line that are written; the last one of each counts. */
interface WrittenLine {
  width: number;
  style: string;
  colour: string;
}

const initial: WrittenLine = { width: 3, style: 'none', colour: 'currentColor' };

const readShorthand = (value: string, fontSize: number): WrittenLine => {
  const line = { ...initial };
  for (const part of splitList(value, ' ')) {
    const width = toWidth(part, fontSize);
    if (styles.has(part)) line.style = part;
    else if (width === undefined) line.colour = part;
    else line.width = width;
  }
  return line;
};

const longhand = /^border(Top|Right|Bottom|Left)?(Width|Style|Color)$/;

/** Returns a side of the border that a style sets. */
const getLine = ({ style, fontSize }: Styled, side: Side): Line => {
  let line = { ...initial };
  for (const [name, value] of Object.entries(style)) {
    if (name === 'border' || name === `border${side}`) line = readShorthand(String(value), fontSize);
    const [, of = side, part] = longhand.exec(name) ?? [];
    const own = part === undefined || of !== side ? undefined : pick(value, side);
    if (own === undefined) continue;
    if (part === 'Width') line.width = toWidth(own, fontSize) ?? line.width;
    else if (part === 'Style') line.style = own;
    else line.colour = own;
  }
  return line.style === 'none' ? none : line;
};

/** Removes the border of an element, in place. */
export const removeBorder = (style: Style): void => {
  for (const name of Object.keys(style))
    if (/^border(?:(?:Top|Right|Bottom|Left)?(?:Width|Style|Color)?)$/.test(name) || /Radius$/.test(name))
      delete style[name];
};

/** Returns the line that is shown of several, the first of equal ones. Source: CSS 2.2, 17.6.2.1 */
const choose = (lines: readonly Line[]): Line => {
  if (lines.some(({ style }) => style === 'hidden')) return none;
  return lines.reduce((best, line) => {
    if (line.width !== best.width) return line.width > best.width ? line : best;
    return ranks.indexOf(line.style) > ranks.indexOf(best.style) ? line : best;
  }, none);
};

/** Widths of the lines around a cell in CSS pixels, each half in the cell and half in the next one. */
export interface Lines {
  readonly above: number;
  readonly below: number;
  /** Towards the first column. */
  readonly before: number;
  readonly after: number;
}

/**
 * Gives each cell of a table with collapsed borders the line above and the line before it, and the last ones those after
 * them: takumi 2.16 does not collapse borders. Removes the borders of rows, groups and the table.
 *
 * @returns the lines around each cell.
 */
export const collapseBorders = ({ styled: table, rows, columns }: Table): ReadonlyMap<TableCell, Lines> => {
  const at = new Map<string, TableCell>();
  for (const { cells } of rows)
    for (const cell of cells)
      for (let row = cell.row; row < cell.row + cell.rows; row += 1)
        for (let column = cell.column; column < cell.column + cell.columns; column += 1)
          at.set(`${row} ${column}`, cell);
  const lines = new Map<Styled, Readonly<Record<Side, Line>>>();
  const lineOf = (styled: Styled | undefined, side: Side): Line => {
    if (!styled) return none;
    const known = lines.get(styled);
    if (known) return known[side];
    const read = Object.fromEntries(sides.map((one) => [one, getLine(styled, one)])) as Record<Side, Line>;
    lines.set(styled, read);
    return read[side];
  };
  /** The line between a row and the one before it. */
  const above = (row: number, column: number): Line => {
    const [upper, lower] = [rows[row - 1], rows[row]];
    const isBetweenGroups = upper?.group !== lower?.group;
    return choose([
      lineOf(at.get(`${row - 1} ${column}`)?.styled, 'Bottom'),
      lineOf(at.get(`${row} ${column}`)?.styled, 'Top'),
      lineOf(upper?.styled, 'Bottom'),
      lineOf(lower?.styled, 'Top'),
      ...(isBetweenGroups || !upper || !lower ? [lineOf(upper?.group, 'Bottom'), lineOf(lower?.group, 'Top')] : []),
      ...(upper ? [] : [lineOf(table, 'Top')]),
      ...(lower ? [] : [lineOf(table, 'Bottom')]),
    ]);
  };
  const [start, end] = getDirection(table) === 'rtl' ? (['Right', 'Left'] as const) : (['Left', 'Right'] as const);
  /** The line between a column and the one before it. */
  const before = (row: number, column: number): Line => {
    const own = rows[row];
    const side = column === 0 ? start : end;
    const isOuter = column === 0 || column === columns;
    return choose([
      lineOf(at.get(`${row} ${column - 1}`)?.styled, end),
      lineOf(at.get(`${row} ${column}`)?.styled, start),
      ...(isOuter ? [lineOf(own?.styled, side), lineOf(own?.group, side), lineOf(table, side)] : []),
    ]);
  };
  const shown = rows.flatMap(({ cells }) =>
    cells.map((cell) => {
      const { row, column } = cell;
      const [nextRow, nextColumn] = [row + cell.rows, column + cell.columns];
      // a cell beside or below this one draws the line between them
      const isShown = { [end]: !at.has(`${row} ${nextColumn}`), Bottom: !at.has(`${nextRow} ${column}`) };
      const around = {
        ...{ above: above(row, column), before: before(row, column) },
        ...{ below: above(nextRow, column), after: before(row, nextColumn) },
      };
      return { cell, around, isShown: { Top: true, [start]: true, ...isShown } };
    }),
  );
  const all = [table, ...rows.flatMap(({ styled, group }) => [styled, ...(group ? [group] : [])])];
  for (const { style } of all) removeBorder(style);
  const found = new Map<TableCell, Lines>();
  for (const { cell, around, isShown } of shown) {
    const { style } = cell.styled;
    removeBorder(style);
    const bySide = { Top: around.above, Bottom: around.below, [start]: around.before, [end]: around.after };
    for (const [side, { width, style: line, colour }] of Object.entries(bySide))
      style[`border${side}`] =
        width > 0 && isShown[side as Side] ? `${width}px ${line} ${colour}` : '0px solid transparent';
    const { above: top, below, before: first, after } = around;
    found.set(cell, { above: top.width, below: below.width, before: first.width, after: after.width });
  }
  return found;
};
