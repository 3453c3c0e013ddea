import { type FontFamily, families } from '../../../lambdas/core/rendering/fonts/catalogue.ts';
import type { GoldenCase } from '../case.ts';
import { box } from '../element.ts';

const isForAnotherScript = ({ id }: FontFamily) => /^noto-sans-/.test(id);

const column = (style: object, children: readonly ReturnType<typeof box>[]) =>
  box({ display: 'flex', flexDirection: 'column', gap: 4, ...style }, children);

const line = (fontFamily: string, fontSize: number, style = {}) =>
  box({ fontFamily, fontSize, height: 30, lineHeight: '30px', whiteSpace: 'nowrap', ...style }, `${fontFamily} Rg 19`);

const listed = families.filter((family) => !isForAnotherScript(family)).map(({ name }) => name);
const inColumn = Math.ceil(listed.length / 4);
const columns = [0, 1, 2, 3].map((index) => listed.slice(index * inColumn, (index + 1) * inColumn));

/** Lists as people write them, and the family each is rendered in. */
const lists = ['Arial, sans-serif', 'Georgia, serif', "'Times New Roman'", 'Courier New', 'Menlo, monospace', 'serif'];

export const familyCases: readonly GoldenCase[] = [
  {
    name: 'families',
    options: { width: 1200, height: inColumn * 34 + 48 },
    tree: box(
      {
        width: '100%',
        height: '100%',
        display: 'flex',
        justifyContent: 'space-between',
        padding: 24,
        background: 'white',
      },
      columns.map((names) =>
        column(
          {},
          names.map((name) => line(name, 20)),
        ),
      ),
    ),
  },
  {
    name: 'family-lists',
    options: { width: 800, height: 300 },
    tree: box(
      {
        width: '100%',
        height: '100%',
        display: 'flex',
        justifyContent: 'space-between',
        padding: 24,
        background: 'white',
      },
      column(
        {},
        lists.map((list) => line(list, 22)),
      ),
      column(
        {},
        lists.map((list) => line(list, 22, { fontWeight: 700, fontStyle: 'italic' })),
      ),
    ),
  },
];
