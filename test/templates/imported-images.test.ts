import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { compileOrFail } from '../../lambdas/templates/compile-template.ts';

const now = new Date('2026-02-03T15:30:00Z');
const compile = (name: string) => {
  const source = readFileSync(`test/engine/import/files/${name}.txt`, 'utf8');
  return compileOrFail(source, { now: () => now, defaultEngine: 'takumi' });
};

it.each([
  'braceless-guard.jsx',
  'removed-bodies.jsx',
  'object-elements.jsx',
  'translations.jsx',
  'currency.jsx',
  'html-worker.jsx',
  'handed-on.tsx',
])('%s shows its text', async (name) => {
  const { sample, warnings } = await compile(name);
  expect(JSON.stringify(sample.tree)).toMatch(/"children":\["[^"]/);
  expect(warnings.map(({ code }) => code)).not.toContain('sample-values');
});

it.each([
  [
    'elements-from-outside.jsx',
    /Line 5, column 28: The elements of this image are what await renderCard\('x'\) returns, from "@\/lib\/card"/,
  ],
  ['html-added.jsx', /Line 7, column 10: This image is HTML in a text/],
  ['nothing-left.jsx', /Line 6, column 3: Nothing of this image is left: "draw\(card, post\);" was removed/],
])('%s is refused, because its image would be empty', async (name, message) => {
  await expect(compile(name)).rejects.toThrow(message);
});
