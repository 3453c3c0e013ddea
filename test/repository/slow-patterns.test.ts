import { expect, it } from 'vitest';
import { slowPatterns, slowPatternsIn } from './patterns.ts';

/** Patterns that get short texts only, from any sender. */
const accepted: Readonly<Record<string, string>> = {
  '/\\.?0+$/': 'a number written by JavaScript, 42 characters at the most',
  '/\\B(?=(?:\\d{3})+$)/g': 'a whole number written by JavaScript, 22 characters at the most',
  '/,\\s+(?=[a-z]+[A-Z]?\\w*\\s)(?![^(]*\\))/': 'a table in the same file',
};

it('no pattern takes more than a time that grows with its text', () => {
  const { files, slow } = slowPatterns(['lambdas', 'packages/contract', 'packages/engine', 'packages/outside', 'lib']);
  expect(files).toBeGreaterThan(300);
  expect(slow.filter(({ pattern }) => !(pattern in accepted))).toEqual([]);
  expect(new Set(slow.map(({ pattern }) => pattern))).toEqual(new Set(Object.keys(accepted)));
});

it.each([
  ['const a = /^(\\d+)+$/;', ['exponential (Self)']],
  ['const a = /\\s+$/;', ['polynomial (Move)']],
  ['const a = /^\\d+\\.?\\d*x/;', ['polynomial (Trade)']],
  ["const a = new RegExp('^(?:x*)*y$');", ['exponential (Self)']],
  ["const a = text.replace(/a/g, ''), b = /^\\d+(?:\\.\\d*)?x/;", undefined],
])('finds what is slow in `%s`', (source, why) => {
  expect(slowPatternsIn(source, 'x.ts')[0]?.why).toEqual(why);
});
