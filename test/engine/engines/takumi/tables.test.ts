import { expect, it } from 'vitest';
import {
  type CellWidths,
  distribute,
  distributeFixed,
  getColumns,
  getSumOfWidths,
} from '#engine/engines/takumi/tree/tables/column-widths.ts';
import type { PreparedElement } from '#engine/rendering/tree/prepared-tree.ts';
import type { VElement } from '#engine/vnode/vnode.ts';
import { getScene, takumiWithout } from '../../../support/takumi.ts';
import { box, h } from '../../golden/element.ts';

const layOut = takumiWithout();

/** Returns the boxes of the elements with an id, in whole pixels. */
const getBoxes = async (tree: VElement): Promise<Readonly<Record<string, readonly number[]>>> => {
  const { measure } = await layOut(getScene(box({ display: 'block', width: '100%' }, tree), 400, 300));
  const named = [...(await measure())].filter(([{ props }]) => typeof props.id === 'string');
  return Object.fromEntries(
    named.map(([{ props }, { left, top, width, height }]) => [
      String(props.id),
      [left, top, width, height].map(Math.round),
    ]),
  );
};

type Style = Record<string, string | number>;
const cell = (id: string, style: Style = {}, props: Style = {}, type = 'td') =>
  h(type, { id, style: { padding: 0, ...style }, ...props }, box({ height: 20 }));
const table = (style: Style, ...rows: readonly VElement[][]) =>
  h('table', { style: { borderSpacing: 0, width: 400, ...style } }, ...rows.map((cells) => h('tr', {}, ...cells)));

it('a cell is as wide as its share, its length, or what is left', async () => {
  const boxes = await getBoxes(table({}, [cell('a', { width: '30%' }), cell('b'), cell('c', { width: 100 })]));
  expect(boxes).toEqual({ a: [0, 0, 120, 20], b: [120, 0, 180, 20], c: [300, 0, 100, 20] });
});

it('cells of one column are equally wide, and a cell spans columns and rows', async () => {
  const boxes = await getBoxes(
    table(
      {},
      [cell('a', { width: 100 }, { rowSpan: 2 }), cell('b', {}, { colspan: '2' })],
      [cell('c', { width: '50%' }), cell('d')],
      [cell('e', {}, { colSpan: 3 })],
    ),
  );
  expect(boxes).toEqual({
    ...{ a: [0, 0, 100, 40], b: [100, 0, 300, 20], c: [100, 20, 200, 20], d: [300, 20, 100, 20] },
    e: [0, 40, 400, 20],
  });
});

it('a table without a width is as wide as its content, with two pixels around its cells', async () => {
  const wide = (id: string, width: number) => h('td', { id }, box({ width, height: 20 }));
  const rows = [h('tr', {}, wide('a', 50), wide('b', 60)), h('tr', {}, wide('c', 90), wide('d', 20))];
  expect(await getBoxes(h('table', { id: 'all' }, ...rows))).toEqual({
    ...{ all: [0, 0, 160, 50], a: [2, 2, 92, 22], b: [96, 2, 62, 22], c: [2, 26, 92, 22], d: [96, 26, 62, 22] },
  });
});

it('a caption is above the border of its table, or below', async () => {
  const captioned = (captionSide: string) =>
    h(
      'table',
      { style: { border: '5px solid red', borderSpacing: 0, captionSide } },
      h('caption', {}, box({ height: 30 })),
      h('tr', {}, cell('a', { width: 100 })),
    );
  expect((await getBoxes(captioned('top'))).a).toEqual([5, 35, 100, 20]);
  expect((await getBoxes(captioned('bottom'))).a).toEqual([5, 5, 100, 20]);
});

it('table-layout: fixed reads the first row alone', async () => {
  const boxes = await getBoxes(
    table(
      { tableLayout: 'fixed' },
      [cell('a', { width: 100 }), cell('b'), cell('c')],
      [cell('d'), cell('e', { width: 300 })],
    ),
  );
  expect(Object.values(boxes).map(([left, , width]) => [left, width])).toEqual([
    ...[
      [0, 100],
      [100, 150],
      [250, 150],
    ],
    ...[
      [0, 100],
      [100, 150],
    ],
  ]);
});

it('collapsed borders are one line: the widest, of the cell before the row', async () => {
  const { tree } = await layOut(
    getScene(
      h(
        'table',
        { style: { borderCollapse: 'collapse', border: '1px solid red' } },
        h('tr', { style: { borderBottom: '3px solid blue' } }, cell('a', { border: '1px solid green' }), cell('b')),
        h('tr', {}, cell('c', { borderLeft: '2px dashed lime' }), cell('d')),
      ),
    ),
  );
  const styles = new Map<string, PreparedElement['props']['style']>();
  const visit = ({ props: { id, style, children = [] } }: PreparedElement): void => {
    if (typeof id === 'string') styles.set(id, style);
    for (const child of children) if (typeof child === 'object') visit(child);
  };
  visit(tree);
  const none = '0px solid transparent';
  const sides = (id: string) => ['Top', 'Right', 'Bottom', 'Left'].map((side) => styles.get(id)?.[`border${side}`]);
  expect(sides('a')).toEqual(['1px solid green', none, none, '1px solid green']);
  expect(sides('b')).toEqual(['1px solid red', '1px solid red', none, '1px solid green']);
  expect(sides('c')).toEqual(['3px solid blue', none, '1px solid red', '2px dashed lime']);
  expect(sides('d')).toEqual(['3px solid blue', '1px solid red', '1px solid red', none]);
});

it('content is in the middle of its cell, at its top or bottom where a style says so', async () => {
  const inner = (id: string, style: Style) =>
    h('td', { style: { padding: 0, ...style } }, h('p', { id, style: { height: 20, margin: 0 } }));
  const row = [
    inner('a', { height: 100 }),
    inner('b', {}),
    inner('c', { verticalAlign: 'top' }),
    inner('d', { verticalAlign: 'bottom' }),
  ];
  const tops = Object.values(await getBoxes(table({}, row))).map(([, top]) => top);
  expect(tops).toEqual([40, 40, 0, 80]);
});

it('cells without rows, and a cell alone, align what is in them', async () => {
  const centred = h(
    'div',
    { style: { display: 'table-cell', verticalAlign: 'middle', height: 100 } },
    h('p', { id: 'a', style: { height: 20, margin: 0 } }),
  );
  for (const tree of [centred, box({ display: 'table', width: 200, height: 100 }, centred)])
    expect((await getBoxes(tree)).a?.[1]).toBe(40);
});

it('tables that are no proper ones, and very large ones, stay as they are', async () => {
  const many = Array.from({ length: 1_600 }, (_, index) => h('tr', {}, h('td', index === 0 ? { id: 'a' } : {}, 'a')));
  expect((await getBoxes(h('table', {}, ...many))).a).toBeDefined();
  expect((await getBoxes(h('table', {}, 'text', h('tr', {}, cell('a'))))).a).toBeDefined();
  expect((await getBoxes(h('table', {}, h('tr', {}, cell('a', {}, { colSpan: 2_000, rowSpan: -1 }))))).a).toBeDefined();
});

const plain = (column: number, least: number, most: number, own: Partial<CellWidths> = {}): CellWidths => ({
  ...{ column, span: 1, least, most },
  ...own,
});
const px = (amount: number) => ({ amount, isShare: false });
const percent = (amount: number) => ({ amount, isShare: true });

it.each<[string, CellWidths[], number, number[]]>([
  ['between least and most, in proportion', [plain(0, 20, 100), plain(1, 20, 60)], 100, [60, 40]],
  ['above most, in proportion to most', [plain(0, 10, 100), plain(1, 10, 50)], 300, [200, 100]],
  ['never narrower than a word', [plain(0, 80, 100), plain(1, 50, 60)], 100, [80, 50]],
  ['a length before what is left', [plain(0, 10, 30, { given: px(50) }), plain(1, 10, 400)], 200, [50, 150]],
  [
    'a share of more than there is',
    [plain(0, 1, 5, { given: percent(80) }), plain(1, 1, 5, { given: percent(80) })],
    100,
    [80, 20],
  ],
  ['a cell over two columns', [plain(0, 10, 20), plain(1, 10, 20), plain(0, 60, 60, { span: 2 })], 60, [30, 30]],
  ['columns of nothing', [plain(0, 0, 0), plain(1, 0, 0)], 10, [5, 5]],
])('columns are distributed: %s', (_what, cells, space, widths) => {
  expect(distribute(getColumns(2, cells, 0), space).map(Math.round)).toEqual(widths);
});

it('a share of the table makes it wider, and none of the rest as wide as can be', () => {
  const sumOf = (...cells: CellWidths[]) => getSumOfWidths(getColumns(2, cells, 0)).most;
  expect(sumOf(plain(0, 5, 50, { given: percent(25) }), plain(1, 5, 30))).toBe(200);
  expect(sumOf(plain(0, 5, 50, { given: percent(100) }), plain(1, 5, 30))).toBe(Number.POSITIVE_INFINITY);
});

it('fixed columns share what is left, or grow together', () => {
  expect(distributeFixed([px(50), undefined, percent(25)], 200)).toEqual([50, 100, 50]);
  expect(distributeFixed([px(50), px(150)], 400)).toEqual([100, 300]);
});
