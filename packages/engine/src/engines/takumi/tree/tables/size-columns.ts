import type { Boxes, Measure } from '../../../../rendering/boxes.ts';
import { isFlexible } from '../../../../rendering/tree/inline-tags.ts';
import { getBoxes, type PreparedElement } from '../../../../rendering/tree/prepared-tree.ts';
import type { Style } from '../../../../styles/style.ts';
import { getPixels } from '../../../../styles/values/lengths.ts';
import { getAround, isPercentage } from '../image-size.ts';
import { getDirection, isSpecified, type Styled } from '../styled.ts';
import {
  type CellWidths,
  type Column,
  distribute,
  distributeFixed,
  getColumns,
  getSumOfWidths,
} from './column-widths.ts';
import { getCells, getExcess, getFrame, getInset, getWidth, sum } from './frames.ts';
import { fixedItem, type OpenTable } from './open-tables.ts';
import type { TableCell } from './read-table.ts';

/**
 * Gives the columns of tables their widths, as `table-layout` of browsers does.
 *
 * Needs one or two extra layouts for each depth of tables in tables.
 */
export const sizeColumns = async (
  tree: PreparedElement,
  tables: readonly OpenTable[],
  measure: Measure,
): Promise<void> => {
  for (const level of Map.groupBy(tables, ({ depth }) => depth).values()) {
    const most = await measure(tree);
    const needsLeast = level.filter(
      (table) => table.rows.some(({ cells }) => cells.some(({ given }) => given)) || isNarrow(table, most),
    );
    const least = needsLeast.length > 0 ? await measureLeast(tree, needsLeast, measure) : most;
    for (const table of level) setWidths(table, most, needsLeast.includes(table) ? least : undefined);
  }
};

/** Returns whether the width of a table does not follow from its content. */
const isSized = (table: OpenTable, boxes: Boxes): boolean => {
  const { hasWidth, styled, rows, spacing } = table;
  const { style, parent } = styled;
  if (hasWidth || !parent || ['flexGrow', 'flexBasis'].some((name) => isSpecified(style[name]))) return true;
  const toWidth = (cells: readonly TableCell[]) =>
    sum(cells.map((cell) => getWidth(boxes, cell.styled))) + spacing.across * Math.max(0, cells.length - 1);
  const ofRows = Math.max(...rows.map(({ cells }) => toWidth(cells))) + getAround(styled).width;
  const difference = getWidth(boxes, styled) - ofRows;
  return difference > 1 || (difference < -1 && !isFlexible(parent.style));
};

/** Returns whether a table fills a flex box from side to side. */
const isStretched = ({ style, parent }: Styled): boolean =>
  isFlexible(parent?.style) &&
  String(parent?.style.flexDirection).startsWith('column') &&
  /^(?:normal|stretch)$/.test(String(style.alignSelf ?? parent?.style.alignItems ?? 'normal')) &&
  !/auto/.test(`${style.marginLeft} ${style.marginRight}`);

/** Returns the width of a table that is as wide as its container allows, or as its style says. */
const getSpace = (table: OpenTable, boxes: Boxes): number => {
  const { styled } = table;
  const own = getWidth(boxes, styled);
  const { style } = styled;
  // a table with captions is around its rows
  const parent = styled.parent?.element.type === 'table' ? styled.parent.parent : styled.parent;
  if (!parent || isSized(table, boxes)) return own;
  const margins = ['marginLeft', 'marginRight'].map((name) => getPixels(style[name], styled.fontSize) ?? 0);
  const around = Math.max(0, getWidth(boxes, parent) - getAround(parent).width - sum(margins));
  if (!isFlexible(parent.style) || String(parent.style.flexDirection).startsWith('column')) return around;
  const beside = (parent.element.props.children ?? []).filter(
    (child) => typeof child !== 'string' && child !== styled.element,
  );
  const gap = getPixels(parent.style.columnGap, parent.fontSize) ?? 0;
  const widths = beside.map((child) => (boxes.get(child as PreparedElement)?.width ?? 0) + gap);
  return Math.max(0, around - sum(widths));
};

const isNarrow = (table: OpenTable, most: Boxes): boolean =>
  table.rows.some(({ cells }) => cells.some(({ columns }) => columns > 1)) ||
  getSumOfWidths(getColumns(table.columns, toWidths(table, most, most), table.spacing.across)).most + getFrame(table) >
    getSpace(table, most);

const toWidths = (table: OpenTable, least: Boxes, most: Boxes): CellWidths[] =>
  getCells(table).map((cell) => {
    const { styled, column, columns, given } = cell;
    const { across } = getExcess(table, cell);
    const narrow = Math.max(getWidth(least, styled) - across, getPixels(styled.style.minWidth, styled.fontSize) ?? 0);
    return { column, span: columns, given, least: narrow, most: Math.max(narrow, getWidth(most, styled) - across) };
  });

/** Measures cells that are as narrow as their longest words. Images of a percentage may become as small as can be. */
const measureLeast = async (tree: PreparedElement, tables: readonly OpenTable[], measure: Measure): Promise<Boxes> => {
  const cells = tables.flatMap(getCells).map(({ styled }) => styled.element);
  const images = new Set(
    cells.flatMap((cell) => [...getBoxes(cell)].filter(({ type, props }) => type === 'img' && hasShare(props.style))),
  );
  const changed = [...cells, ...images].map((element) => ({ element, style: element.props.style }));
  for (const { props } of cells) props.style = { ...props.style, width: 'min-content' };
  for (const { props } of images) props.style = { ...props.style, width: 0, minWidth: 0 };
  const boxes = await measure(tree);
  for (const { element, style } of changed) if (style) element.props.style = style;
  return boxes;
};

const hasShare = ({ width, maxWidth }: Style = {}): boolean => isPercentage(width) || isPercentage(maxWidth);

const setWidths = (table: OpenTable, most: Boxes, least: Boxes | undefined): void => {
  const { styled, columns: count, spacing, rows, given } = table;
  const hasWidth = isSized(table, most) || isStretched(styled);
  const { style } = styled;
  const space = getSpace(table, most);
  const frame = getFrame(table);
  const columns = getColumns(count, toWidths(table, least ?? most, most), spacing.across);
  for (const [index, one] of given.entries()) addGiven(columns[index] as Column, one);
  const all = getSumOfWidths(columns);
  const isFixed = style.tableLayout === 'fixed' && hasWidth;
  const wanted = hasWidth ? space : Math.min(space, all.most + frame);
  const bound = Math.min(wanted, getPixels(style.maxWidth, styled.fontSize) ?? wanted);
  const total = isFixed ? bound : Math.max(all.least + frame, bound);
  const widths = isFixed
    ? distributeFixed(getGivenOfFirstRow(table), total - frame)
    : distribute(columns, total - frame);
  Object.assign(style, { width: total, minWidth: total, flexShrink: 0 });
  delete style.maxWidth;
  const isTurned = getDirection(styled) === 'rtl';
  for (const { cells } of rows) {
    let next = 0;
    for (const cell of cells) {
      const { column, columns: span } = cell;
      const { style: own } = cell.styled;
      const toWidth = (from: number, to: number) => sum(widths.slice(from, to)) + spacing.across * (to - from - 1);
      const width = toWidth(column, column + span) + getExcess(table, cell).across;
      Object.assign(own, { ...fixedItem, width, minWidth: width, maxWidth: width });
      const left = column > next ? toWidth(next, column) + spacing.across : 0;
      own[isTurned ? 'marginRight' : 'marginLeft'] = left + getInset(table, cell);
      next = column + span;
    }
  }
};

const addGiven = (column: Column, given: OpenTable['given'][number]): void => {
  if (given?.isShare) column.share ??= given.amount;
  else if (given && column.share === undefined) {
    column.isFixed = true;
    column.most = Math.max(column.least, given.amount);
  }
};

const getGivenOfFirstRow = ({ rows, columns, given, spacing }: OpenTable): OpenTable['given'] => {
  const widths = Array.from({ length: columns }, (_, index) => given[index]);
  for (const cell of rows[0]?.cells ?? []) {
    const { given: own, column, columns: span } = cell;
    if (!own) continue;
    const between = own.isShare ? 0 : spacing.across * (span - 1);
    const amount = Math.max(0, own.amount - between) / span;
    for (let at = column; at < column + span; at += 1) widths[at] ??= { ...own, amount };
  }
  return widths;
};
