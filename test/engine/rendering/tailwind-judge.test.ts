import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { readUtilities } from 'image-url-engine/rendering/tailwind/utilities.ts';
import { __unstable__loadDesignSystem } from 'tailwindcss';
import { expect, it } from 'vitest';

/** Classes that set nothing by themselves, and why. */
const withoutStyle: readonly (readonly [RegExp, string])[] = [
  [/^(?:from|via|to)-/, 'stops of a gradient: bg-linear-to-r beside them shows them'],
  [/^(?:ring|shadow)-/, 'colours of a ring or a shadow beside them'],
  [/^(?:shadow|inset-shadow)-none$/, 'takes away a shadow of another class'],
  [/^transform(?:-gpu)?$/, 'left over from Tailwind 2: transforms apply without it'],
  [/^not-sr-only$/, 'takes away sr-only'],
];

it('every class that Tailwind lists has a style, is reported, or sets nothing by itself', async () => {
  const theme = readFileSync(createRequire(import.meta.url).resolve('tailwindcss/theme.css'), 'utf8');
  const system = await __unstable__loadDesignSystem(`${theme}\n@tailwind utilities;`);
  const names = system.getClassList().map(([name]) => name);

  const silent = names.filter((name) => {
    const { style, betweenChildren, unknown, idle } = readUtilities(name, 1200);
    return Object.keys({ ...style, ...betweenChildren }).length + unknown.length + idle.length === 0;
  });

  expect(names.length).toBeGreaterThan(20_000);
  expect(silent.filter((name) => !withoutStyle.some(([pattern]) => pattern.test(name)))).toEqual([]);
  expect(withoutStyle.filter(([pattern]) => !silent.some((name) => pattern.test(name)))).toEqual([]);
});

it.each([
  [600, { width: '100%' }],
  [1200, { width: '100%', maxWidth: 1024 }],
  [1536, { width: '100%', maxWidth: 1536 }],
])('container in an image %i px wide', (width, style) => {
  expect(readUtilities('container', width).style).toEqual(style);
});
