import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type AwsFact, awsFacts } from '../../lambdas/contract/aws-facts.ts';
import { emulated, madeCalls } from '../../tools/docs/emulator-table.ts';

const facts: readonly (readonly [string, AwsFact])[] = Object.entries(awsFacts);

describe('the numbers of AWS', () => {
  it.each(facts)('%s has a page, a day and places that exist', (_name, { source, read, usedIn, value }) => {
    expect(source).toMatch(/^https:\/\/docs\.aws\.amazon\.com\/\S+\.html$/);
    expect(read).toMatch(/^20\d\d-\d\d-\d\d$/);
    expect(value).toBeGreaterThan(0);
    expect(usedIn.length).toBeGreaterThan(0);
    for (const place of usedIn) expect([place, existsSync(place)]).toEqual([place, true]);
  });

  /** Numbers that are of AWS wherever they stand: no powers of ten or of two, and no round thousands below 10,000. */
  const isTelling = (value: number): boolean =>
    value >= 1_250 && value !== 10_000 && value % 1_024 !== 0 && !(value < 10_000 && value % 1_000 === 0);
  const telling = facts.filter(([, { value }]) => isTelling(value));

  /** Returns the places that write a number of AWS out although it has its row, and do not say so there. */
  const findStrays = (files: readonly string[], read: (file: string) => string): string[] =>
    files.flatMap((file) =>
      telling
        .filter(([, { value, usedIn }]) => {
          const forms = [value.toLocaleString('en'), value.toLocaleString('en').replaceAll(',', '_')];
          const isWritten = forms.some((form) => new RegExp(`(?<![\\d,_])${form}(?![\\d,_])`).test(read(file)));
          return isWritten && !usedIn.includes(file);
        })
        .map(([name]) => `${file}: ${name}`),
    );

  it('stand in the table, and elsewhere only where the table says so', () => {
    const files = globSync(['lib/**/*.ts', 'tools/docs/scale-document.ts', 'docs/{deploying,runbook,reliability}.md']);

    expect(findStrays(files, (file) => readFileSync(file, 'utf8'))).toEqual([]);
  });

  it('are found where they do not', () => {
    const strays = findStrays(['lib/new.ts'], () => 'const most = 250_000; const other = 3_250_000;');

    expect(strays).toEqual(['lib/new.ts: edgeRequests']);
  });
});

it('the table of emulators names every call that the functions make, and no other', () => {
  expect(Object.keys(emulated).sort()).toEqual(madeCalls());
});
