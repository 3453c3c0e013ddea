import { expect, it } from 'vitest';
import { lintUnknownVariables } from '#engine/template/render-plan/given-variables.ts';

const declared = { variables: [{ name: 'title', required: false }], seesAll: false, options: {} };

it.each([
  ['nothing where all of it counts', { title: 'x' }, undefined, []],
  ['a variable nobody knows', { other: 1 }, undefined, [/^other is not a variable$/]],
  ['one that is misspelt', { titel: 1 }, undefined, [/^titel is not a variable \(title\?\)$/]],
  ['options inside a mint', {}, { width: 9 }, [/^options is not a field of a mint/]],
  [
    'a few of many',
    Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`other${n}`, 1])),
    undefined,
    [...Array.from({ length: 10 }, () => /is not a variable/), /^2 more names/],
  ],
])('reports %s', (_title, given, options, expected) => {
  expect(lintUnknownVariables(declared, given, options)).toEqual(expected.map((text) => expect.stringMatching(text)));
});

it('reports no name where the template reads all of them', () => {
  expect(lintUnknownVariables({ variables: [], seesAll: true, options: {} }, { any: 1 }, undefined)).toEqual([]);
});
