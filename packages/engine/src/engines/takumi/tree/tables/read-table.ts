import type { PreparedElement } from '../../../../rendering/tree/prepared-tree.ts';
import type { Style } from '../../../../styles/style.ts';
import { getLength, getPixels } from '../../../../styles/values/lengths.ts';
import { isSpecified, type Styled } from '../styled.ts';
import type { GivenWidth } from './column-widths.ts';

export interface TableCell {
  readonly styled: Styled;
  /** Indexes of its first row and column. */
  readonly row: number;
  readonly column: number;
  /** Number of rows and columns that it spans. */
  readonly rows: number;
  readonly columns: number;
  readonly given: GivenWidth | undefined;
}

export interface TableRow {
  readonly styled: Styled;
  /** The `<thead>`, `<tbody>` or `<tfoot>` around it. */
  readonly group: Styled | undefined;
  /** In document order. */
  readonly cells: readonly TableCell[];
}

export interface Table {
  readonly styled: Styled;
  readonly rows: readonly TableRow[];
  readonly columns: number;
  /** Widths of `<col>` elements, by column. */
  readonly given: readonly (GivenWidth | undefined)[];
  /** Number of tables around it. */
  readonly depth: number;
}

/** Most columns, and rows that a cell spans. */
const mostSpanned = 100;

const getSpan = ({ element: { props } }: Styled, name: 'colSpan' | 'rowSpan' | 'span'): number => {
  const span = Number.parseInt(String(props[name] ?? props[name.toLowerCase()] ?? 1), 10);
  return Math.min(mostSpanned, Math.max(1, span || 1));
};

const getGiven = ({ element: { props }, style, fontSize }: Styled): GivenWidth | undefined => {
  const width = isSpecified(style.width) ? style.width : props.width;
  const length = getLength(width);
  if (length?.unit === '%') return length.amount > 0 ? { amount: length.amount, isShare: true } : undefined;
  const pixels = getPixels(width, fontSize);
  return pixels !== undefined && pixels > 0 ? { amount: pixels, isShare: false } : undefined;
};

/** Returns the elements among the children of a part of a table; undefined if a text is among them. */
const getParts = (
  { element: { props } }: Styled,
  styledOf: ReadonlyMap<PreparedElement, Styled>,
): readonly Styled[] | undefined => {
  const children = props.children ?? [];
  if (children.some((child) => typeof child === 'string' && child.trim() !== '')) return undefined;
  const parts = children.flatMap((child) => {
    const styled = typeof child === 'string' || child.type === 'style' ? undefined : styledOf.get(child);
    return styled && styled.style.display !== 'none' ? [styled] : [];
  });
  return parts.some(({ style: { position, float } }) => /absolute|fixed/.test(String(position)) || isSpecified(float))
    ? undefined
    : parts;
};

/** Where cells of earlier rows reach into a row: by column, the index of the first row that is free again. */
const placeCells = (row: Styled, index: number, last: number, taken: number[], parts: readonly Styled[]): TableRow => {
  let column = 0;
  const cells = parts.map((styled): TableCell => {
    while ((taken[column] ?? 0) > index) column += 1;
    const columns = getSpan(styled, 'colSpan');
    const rows = Math.min(getSpan(styled, 'rowSpan'), last - index);
    const cell = { styled, row: index, column, rows, columns, given: getGiven(styled) };
    for (let at = column; at < column + columns; at += 1) taken[at] = index + rows;
    column += columns;
    return cell;
  });
  return { styled: row, group: undefined, cells };
};

/**
 * Reads the rows and columns of a table; undefined if something else than groups, rows and cells is in it, for which a
 * browser makes boxes.
 */
export const readTable = (
  styled: Styled,
  depth: number,
  styledOf: ReadonlyMap<PreparedElement, Styled>,
): Table | undefined => {
  const found: { readonly row: Styled; readonly group: Styled | undefined; readonly parts: readonly Styled[] }[] = [];
  const given: (GivenWidth | undefined)[] = [];
  const addColumns = (column: Styled) => {
    for (let left = getSpan(column, 'span'); left > 0; left -= 1) given.push(getGiven(column));
  };
  const addRow = (row: Styled, group: Styled | undefined): boolean => {
    const parts = getParts(row, styledOf);
    if (!parts?.every(({ style: { display } }) => display === 'table-cell')) return false;
    found.push({ row, group, parts });
    return true;
  };
  const addPart = (part: Styled): boolean => {
    const { display } = part.style;
    if (display === 'table-caption') return true;
    if (display === 'table-column') addColumns(part);
    else if (display === 'table-column-group') {
      const columns = getParts(part, styledOf) ?? [];
      for (const column of columns.length > 0 ? columns : [part]) addColumns(column);
    } else if (display === 'table-row') return addRow(part, undefined);
    else if (isGroup(part.style)) {
      const rows = getParts(part, styledOf);
      return rows?.every((row) => row.style.display === 'table-row' && addRow(row, part)) ?? false;
    } else return false;
    return true;
  };
  const parts = getParts(styled, styledOf);
  if (!parts?.every(addPart) || found.length === 0) return undefined;
  const taken: number[] = [];
  const rows = found.map(({ row, group, parts: own }, index): TableRow => {
    const next = found.findIndex((one, at) => at > index && one.group !== group);
    return { ...placeCells(row, index, next < 0 ? found.length : next, taken, own), group };
  });
  const columns = Math.max(given.length, ...rows.flatMap(({ cells }) => cells.map((one) => one.column + one.columns)));
  return columns > mostSpanned || columns < 1 ? undefined : { styled, rows, columns, given, depth };
};

const isGroup = ({ display }: Style): boolean => /^table-(?:row|header|footer)-group$/.test(String(display));
