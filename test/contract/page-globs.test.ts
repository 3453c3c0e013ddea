import { isPathGlob, matchesPaths } from 'image-url-contract/page-globs.ts';
import { expect, it } from 'vitest';
import { getGrowth } from '../support/growth.ts';

it.each([
  ['/', '/', true],
  ['/', '/a', false],
  ['/*', '/a', true],
  ['/*', '/', true],
  ['/*', '/a/b', false],
  ['/blog/*', '/blog/first', true],
  ['/blog/*.html', '/blog/first.html', true],
  ['/blog/*.html', '/blog/first.htm', false],
  ['/blog/**', '/blog', true],
  ['/blog/**', '/blog/', true],
  ['/blog/**', '/blog/a/b/c', true],
  ['/blog/**', '/blogs', false],
  ['/**', '/', true],
  ['/**/x', '/a/b/x', true],
  ['/**/x', '/x', true],
  ['/**/a/**/b', '/a/a/c/b', true],
  ['/**/a/**/b', '/b/a', false],
  ['/*a*b', '/xaxbxab', true],
  ['/*a*b', '/xaxbxa', false],
  ['/a.b', '/axb', false],
  ['/a+', '/aa', false],
])('%s and %s: %s', (glob, path, matches) => {
  expect([isPathGlob(glob), matchesPaths([glob], path)]).toEqual([true, matches]);
  expect(matchesPaths(['/never', glob], path)).toBe(matches);
});

it.each(['', 'blog', '/a**', '/**a', '/***', '/a b', '/a?b', '/ä', `/${'a'.repeat(200)}`])('%s is no glob', (glob) => {
  expect(isPathGlob(glob)).toBe(false);
});

it('a glob of many wildcards takes no longer than its length times that of the path', () => {
  const isMatching = (path: string) => matchesPaths(['/*a*a*a*b', '/**/a/**/a/**/a/b'], path);
  expect(getGrowth(isMatching, { before: '/', piece: 'a', closing: '', after: '' }, 100_000)).toBeUndefined();
  expect(getGrowth(isMatching, { before: '/', piece: 'a/', closing: '', after: '' }, 100_000)).toBeUndefined();
});
