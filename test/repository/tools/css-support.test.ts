import { expect, it } from 'vitest';
import { lexer } from '#engine/lint/tree/css-syntax.ts';
import table from '#engine/styles/css-support.json' with { type: 'json' };
import { getDeclarations, getInputHash, propertyNames } from '../../../tools/css-support/declarations.ts';
import { sheetForms } from '../../../tools/css-support/sheet-forms.ts';
import { getRowsHash } from '../../../tools/css-support/table.ts';

const properties: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = table.properties;

it('every property and value that is measured has its row, and no other has one', () => {
  const wanted = Object.groupBy(getDeclarations(), ({ property }) => property);
  const rows = Object.entries(properties).map(([property, row]) => [property, Object.values(row).flat().sort()]);

  expect(Object.fromEntries(rows)).toEqual(
    Object.fromEntries(
      Object.entries(wanted).map(([property, ones = []]) => [property, ones.map(({ form }) => form).sort()]),
    ),
  );
});

it('every selector and at-rule that is measured has its row, and no other has one', () => {
  expect(Object.values(table.sheets).flat().sort()).toEqual(sheetForms.map(({ form }) => form).sort());
});

it('the table was measured with these values, scenes and rules: run npm run css-support', () => {
  expect(table.input).toBe(getInputHash());
});

it('no row was changed by hand: run npm run css-support', () => {
  const changed = { ...table, sheets: { ...table.sheets, '=': table.sheets['='].slice(1) } };

  expect(table.rows).toBe(getRowsHash(table));
  expect(getRowsHash(changed)).not.toBe(table.rows);
});

it('css-tree knows of each measured property what Chromium reads', () => {
  const read = new Set(
    Object.entries(properties).flatMap(([property, row]) =>
      Object.entries(row).flatMap(([signs, forms]) =>
        /[x*]/.test(signs) ? [] : forms.map((form) => `${property}: ${form}`),
      ),
    ),
  );
  const unknown = getDeclarations().filter(
    ({ property, form, value }) =>
      Object.hasOwn(lexer.properties, property) &&
      read.has(`${property}: ${form}`) &&
      lexer.matchProperty(property, value).error?.name === 'SyntaxMatchError',
  );
  expect(unknown.map(({ property, value }) => `${property}: ${value}`)).toEqual([]);
  expect(propertyNames.length).toBeGreaterThan(500);
});
