import { splitList } from '../../../../css-tokens.ts';
import { getBoxes, type PreparedElement, type PreparedNode } from '../../../../rendering/tree/prepared-tree.ts';
import type { Style } from '../../../../styles/style.ts';
import { getLength, getPixels } from '../../../../styles/values/lengths.ts';
import { isSpecified, type Styled, upwards, visitStyled } from '../styled.ts';
import { collapseBorders, type Lines, removeBorder } from './borders.ts';
import { separateCaptions } from './captions.ts';
import { readTable, type Table, type TableCell, type TableRow } from './read-table.ts';

/** A table whose widths follow from its content. */
export interface OpenTable extends Table {
  /** Between columns, and between rows, in CSS pixels. */
  readonly spacing: { readonly across: number; readonly down: number };
  /** Whether its style or its attributes give it a width. */
  readonly hasWidth: boolean;
  /** The lines around its cells; undefined if its borders are not collapsed. */
  readonly lines: ReadonlyMap<TableCell, Lines> | undefined;
}

/** Most rows and cells of the tables of a tree that are laid out as tables. */
const mostParts = 3_000;
/** Most tables around another one. */
const mostDepth = 3;

/** What replaces `display` for layout: takumi 2.16 makes grids of tables, whose rows have no backgrounds. */
const replacements: Readonly<Record<string, Style>> = {
  table: { display: 'flex', flexDirection: 'column' },
  'table-header-group': { display: 'flex', flexDirection: 'column' },
  'table-row-group': { display: 'flex', flexDirection: 'column' },
  'table-footer-group': { display: 'flex', flexDirection: 'column' },
  'table-caption': { display: 'block' },
  'table-row': { display: 'flex' },
  'table-cell': { display: 'block', flexGrow: 1, flexShrink: 1, flexBasis: 0 },
  'table-column': { display: 'none' },
  'table-column-group': { display: 'none' },
};

/**
 * Replaces the layout of tables, in place: a row is a flex box, and its cells are as wide as their columns, which
 * `sizeColumns` computes. Cells of what is no proper table are equally wide.
 *
 * @returns the tables, outer ones first.
 */
export const openTables = (tree: PreparedElement): OpenTable[] => {
  const boxes = [...getBoxes(tree)];
  if (!boxes.some(({ props }) => String(props.style?.display).startsWith('table'))) return [];
  for (const element of boxes) {
    separateCaptions(element);
    wrapCells(element);
  }
  const styledOf = new Map<PreparedElement, Styled>();
  const found: { readonly styled: Styled; readonly depth: number }[] = [];
  visitStyled(tree, (styled) => {
    styledOf.set(styled.element, styled);
    if (styled.style.display === 'table') found.push({ styled, depth: getDepth(styled) });
  });
  let parts = 0;
  const tables = found.flatMap(({ styled, depth }): OpenTable[] => {
    const table = depth > mostDepth ? undefined : readTable(styled, depth, styledOf);
    if (!table) return [];
    parts += table.rows.reduce((sum, { cells }) => sum + 1 + cells.length, 0);
    if (parts > mostParts) return [];
    addBorders(table);
    const lines = isCollapsing(styled) ? collapseBorders(table) : undefined;
    const spacing = lines ? { across: 0, down: 0 } : getSpacing(styled);
    return [{ ...table, hasWidth: readWidth(styled), spacing, lines }];
  });
  for (const { element, style } of styledOf.values()) {
    const replacement = replacements[String(style.display)];
    if (replacement) Object.assign(style, { ...replacement, ...pickFlex(style) });
    if (replacement && /^t[dh]$/.test(element.type)) alignText(styledOf.get(element) as Styled);
  }
  for (const table of tables) styleTable(table);
  return tables.toSorted((a, b) => a.depth - b.depth);
};

/** Neither grows nor shrinks. */
export const fixedItem: Style = { flexGrow: 0, flexShrink: 0, flexBasis: 'auto' };

/** Returns what a style says of the room of a cell. */
const pickFlex = (style: Style): Style =>
  style.flexGrow === undefined
    ? {}
    : Object.fromEntries(Object.entries(style).filter(([name]) => /^flex(?:Grow|Shrink|Basis)$/.test(name)));

const isCell = (node: PreparedNode): node is PreparedElement =>
  typeof node !== 'string' && node.props.style?.display === 'table-cell';

/** Puts cells without a row into one, and what is in a cell outside of any table into a box that it aligns. */
const wrapCells = ({ props }: PreparedElement): void => {
  const { style = {}, children = [] } = props;
  if (!children.some(isCell) || style.display === 'table-row') return;
  if (style.display === 'table') {
    const isOnly = children.every((child) => isCell(child) || (typeof child === 'string' && child.trim() === ''));
    if (isOnly) props.children = [{ type: 'div', props: { style: { display: 'table-row' }, children } }];
    return;
  }
  for (const { props: own } of children.filter(isCell)) {
    const justifyContent = alignments[String(own.style?.verticalAlign)] ?? 'flex-start';
    const inner: Style = { display: 'block', boxSizing: 'border-box' };
    own.children = [{ type: 'div', props: { style: inner, children: own.children ?? [] } }];
    Object.assign(own.style ?? {}, { display: 'flex', flexDirection: 'column', justifyContent });
  }
};

const alignments: Readonly<Record<string, string>> = { middle: 'center', bottom: 'flex-end' };

const getDepth = (styled: Styled): number =>
  [...upwards(styled)].filter(({ style }) => style.display === 'table').length - 1;

const isCollapsing = (styled: Styled): boolean =>
  upwards(styled).find(({ style }) => style.borderCollapse !== undefined)?.style.borderCollapse === 'collapse';

/** Gives a table with the attribute `border` its borders. Source: HTML Living Standard, 15.3.8 */
const addBorders = ({ styled: { element, style }, rows }: Table): void => {
  const width = Number.parseInt(String(element.props.border ?? 0), 10);
  if (!(width > 0)) return;
  const hasBorder = (own: Style) => Object.keys(own).some((name) => /^border(?!Collapse|Spacing|.*Radius)/.test(name));
  if (!hasBorder(style)) style.border = `${width}px outset gray`;
  for (const { cells } of rows)
    for (const { styled: cell } of cells) if (!hasBorder(cell.style)) cell.style.border = '1px inset gray';
};

const getSpacing = (styled: Styled): OpenTable['spacing'] => {
  const { type, props } = styled.element;
  const written = upwards(styled).find(({ style }) => style.borderSpacing !== undefined)?.style.borderSpacing;
  const initial = type === 'table' ? (props.cellSpacing ?? props.cellspacing ?? 2) : 0;
  const lengths = splitList(String(written ?? initial), ' ').map((one) => getPixels(one, styled.fontSize));
  const [across = 0, down = across] = lengths;
  return { across, down };
};

/** Returns whether a table has a width; one in an attribute is written to its style. */
const readWidth = ({ element, style }: Styled): boolean => {
  const { amount, unit } = getLength(element.props.width) ?? {};
  if (style.width === undefined && amount !== undefined) style.width = unit === '%' ? `${amount}%` : amount;
  return isSpecified(style.width);
};

/** Centers the text of a `<th>`, unless an element around it aligns its text. Source: HTML Living Standard, 15.3.8 */
const alignText = ({ element, style, parent }: Styled): void => {
  if (element.type !== 'th' || style.textAlign !== undefined || !parent) return;
  const around = upwards(parent).find((one) => one.style.textAlign !== undefined)?.style.textAlign;
  if (around !== undefined) style.textAlign = around;
};

const styleTable = (table: OpenTable): void => {
  const { rows, spacing, lines } = table;
  const { element, style, fontSize } = table.styled;
  style.minWidth ??= 0;
  style.rowGap = spacing.down;
  addPadding(style, fontSize, lines ? undefined : spacing);
  const { cellPadding = element.props.cellpadding } = element.props;
  const toPadding = (type: string) => (/^t[dh]$/.test(type) ? Number(cellPadding ?? 1) || 0 : 0);
  for (const row of rows) {
    styleRow(row, spacing);
    if (!lines) removeBorder(row.styled.style);
    if (!lines && row.group) removeBorder(row.group.style);
    for (const { styled: cell } of row.cells) styleCell(cell.style, toPadding(cell.element.type));
  }
};

const styleRow = (row: TableRow, { across, down }: OpenTable['spacing']): void => {
  if (row.group) row.group.style.rowGap = down;
  row.styled.style.columnGap = across;
  // of a row with gaps, a browser paints the cells
  if (across > 0 || down > 0) moveBackground(row);
};

/** @param padding in CSS pixels. */
const styleCell = (style: Style, padding: number): void => {
  Object.assign(style, fixedItem, { marginTop: 0, marginRight: 0, marginBottom: 0, marginLeft: 0 });
  for (const side of ['Top', 'Right', 'Bottom', 'Left']) style[`padding${side}`] ??= padding;
};

/** Adds the space around the cells to the padding of a table; with collapsed borders it has none. */
const addPadding = (style: Style, fontSize: number, spacing: OpenTable['spacing'] | undefined): void => {
  for (const side of ['Top', 'Right', 'Bottom', 'Left']) {
    const own = getPixels(style[`padding${side}`], fontSize) ?? 0;
    const around = /Top|Bottom/.test(side) ? spacing?.down : spacing?.across;
    style[`padding${side}`] = around === undefined ? 0 : own + around;
  }
};

const moveBackground = ({ styled: row, group, cells }: TableRow): void => {
  const source = [row, group].find((one) => one && (one.style.background ?? one.style.backgroundColor) !== undefined);
  if (!source) return;
  const background = source.style.background ?? source.style.backgroundColor ?? '';
  for (const {
    styled: { style },
  } of cells)
    if (style.background === undefined && style.backgroundColor === undefined) style.background = background;
};
