import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Returns the rows of the tables of a document whose head has a column, each with that cell and those before it. */
const readRows = (file: string, column: string) => {
  const rows: { readonly what: string; readonly cell: string }[] = [];
  let at = -1;
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const cells = line.startsWith('|') ? line.split('|').slice(1, -1) : [];
    if (cells.length === 0) at = -1;
    else if (at < 0) at = cells.findIndex((cell) => cell.trim() === column);
    else if (at > 0 && !/^\s*-+/.test(cells[0] ?? '')) rows.push({ what: cells[0] ?? '', cell: cells[at] ?? '' });
  }
  return rows;
};
const getPaths = (cell: string): string[] =>
  Array.from(cell.matchAll(/`((?:test|npm run)[^`]+)`/g), ([, path = '']) => path);

it.each([
  ['SECURITY.md', 'Test', 60],
  ['docs/reliability.md', 'Tested in', 80],
])('every row of the tables of %s names tests that there are', (file, column, least) => {
  const rows = readRows(file, column);

  const nameless = rows.filter(({ cell }, n) => getPaths(cell).length === 0 && !(n > 0 && cell.includes('same')));
  const paths = rows.flatMap(({ cell }) => getPaths(cell)).filter((path) => path.startsWith('test'));

  expect(rows.length).toBeGreaterThanOrEqual(least);
  expect(nameless).toEqual([]);
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
});
