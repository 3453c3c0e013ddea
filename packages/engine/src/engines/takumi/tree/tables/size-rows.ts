import type { Boxes, Measure } from '../../../../rendering/boxes.ts';
import { isFlexible } from '../../../../rendering/tree/inline-tags.ts';
import type { PreparedElement } from '../../../../rendering/tree/prepared-tree.ts';
import { getEdges } from '../../../../styles/edges.ts';
import { getPixels } from '../../../../styles/values/lengths.ts';
import { getAround } from '../image-size.ts';
import { isSpecified, type Styled } from '../styled.ts';
import { getCells, getExcess, sum } from './frames.ts';
import type { OpenTable } from './open-tables.ts';
import type { TableCell } from './read-table.ts';

const toAlignment = ({ element: { props }, style }: Styled, ...around: readonly (Styled | undefined)[]): string =>
  String(
    style.verticalAlign ??
      props.valign ??
      around.find((one) => one?.style.verticalAlign !== undefined)?.style.verticalAlign ??
      'middle',
  );

/** Gives the rows of tables their heights, and aligns what is in their cells. Needs one layout. */
export const sizeRows = async (
  tree: PreparedElement,
  tables: readonly OpenTable[],
  measure: Measure,
): Promise<void> => {
  if (tables.length === 0) return;
  const given = new Map<TableCell, number>();
  for (const table of tables) {
    for (const { styled } of table.rows) styled.style.alignItems = 'flex-start';
    for (const cell of getCells(table)) {
      const { style, fontSize } = cell.styled;
      const height = getPixels(style.height, fontSize);
      if (height === undefined) continue;
      given.set(cell, height + getExcess(table, cell).down);
      delete style.height;
    }
  }
  const boxes = await measure(tree);
  for (const table of tables) stretchCells(table, boxes, given);
};

/** Makes the cells of a row equally high, and aligns their content. */
const stretchCells = (table: OpenTable, boxes: Boxes, given: ReadonlyMap<TableCell, number>): void => {
  const { styled, rows, spacing } = table;
  const contentOf = (cell: TableCell): number => boxes.get(cell.styled.element)?.height ?? 0;
  const heightOf = (cell: TableCell): number => Math.max(contentOf(cell), given.get(cell) ?? 0);
  const heights = rows.map(({ styled: row, cells }) =>
    Math.max(getPixels(row.style.height, row.fontSize) ?? 0, ...cells.filter((cell) => cell.rows === 1).map(heightOf)),
  );
  const toHeight = ({ row, rows: span }: TableCell) => sum(heights.slice(row, row + span)) + spacing.down * (span - 1);
  for (const cell of rows.flatMap(({ cells }) => cells).filter((one) => one.rows > 1)) {
    const last = cell.row + cell.rows - 1;
    heights[last] = (heights[last] ?? 0) + Math.max(0, heightOf(cell) - toHeight(cell));
  }
  stretchRows(styled, heights, boxes);
  rows.forEach(({ styled: row, group, cells }, index) => {
    const height = heights[index] as number;
    Object.assign(row.style, { minHeight: height, flexShrink: 0 });
    delete row.style.height;
    for (const cell of cells) {
      const { style } = cell.styled;
      const own = toHeight(cell);
      const rest = own - contentOf(cell);
      style.minHeight = own;
      if (cell.rows > 1) style.marginBottom = height - own;
      const alignment = toAlignment(cell.styled, row, group);
      const before = alignment === 'middle' ? rest / 2 : alignment === 'bottom' ? rest : 0;
      if (before > 0.5) pushDown(cell.styled, before);
    }
  });
};

/** Gives rows the height that is left in a table with one, or in one that fills a flex row. */
const stretchRows = ({ style, element, fontSize, parent }: Styled, heights: number[], boxes: Boxes): void => {
  const isItem =
    isFlexible(parent?.style) &&
    !String(parent?.style.flexDirection).startsWith('column') &&
    /^(?:normal|stretch)$/.test(String(style.alignSelf ?? parent?.style.alignItems ?? 'normal'));
  if (!isSpecified(style.height) && !isItem) return;
  const space = boxes.get(element)?.height ?? 0;
  const own = sum(heights);
  const rest =
    space - getAround({ style, fontSize }).height - own - (getPixels(style.rowGap) ?? 0) * (heights.length - 1);
  if (rest > 0 && own > 0)
    heights.forEach((height, index) => {
      heights[index] = height + (rest * height) / own;
    });
};

/** Adds to the padding above the content of a cell, unless a style sheet may set it. */
const pushDown = ({ style, fontSize }: Styled, by: number): void => {
  const own = Object.entries(style).filter(([name]) => name.startsWith('padding'));
  if (own.length > 0) style.paddingTop = getEdges(Object.fromEntries(own), fontSize).top + by;
};
