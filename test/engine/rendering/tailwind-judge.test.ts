import { expect, it } from 'vitest';
import { noTheme } from '#engine/styles/tailwind/theme.ts';
import { readUtilities } from '#engine/styles/tailwind/utilities.ts';
import {
  arbitraryClasses,
  getUnknownToTailwind,
  listedClasses,
  listedVariants,
} from '../../support/tailwind-classes.ts';

/** Classes that set nothing by themselves, and why. */
const withoutStyle: readonly (readonly [RegExp, string])[] = [
  [/^(?:from|via|to)-/, 'stops of a gradient: bg-linear-to-r beside them shows them'],
  [/^-?bg-(?:linear|radial|conic|gradient)(?:-|$)/, 'a gradient without colours'],
  [/^(?:inset-)?(?:ring|shadow)-|^(?:text|drop)-shadow-|^ring-offset-/, 'colours of a ring or a shadow beside them'],
  [
    /^-?mask-(?:linear|conic|radial)-(?:\d|\[)|^mask-(?:radial-(?:at|closest|farthest)-|circle|ellipse)/,
    'a mask without stops',
  ],
  [/^(?:drop-shadow|blur|backdrop-blur)-none$/, 'takes away a filter of another class'],
  [/^(?:space|divide)-[xy]-reverse$/, 'turns the space or the lines of another class'],
  [/^divide-(?:solid|dashed|dotted|double|none)$/, 'the lines of another class'],
  [/^transform(?:-gpu|-cpu)?$/, 'left over from Tailwind 2: transforms apply without it'],
  [/^(?:not-sr-only|via-none)$/, 'takes away what another class sets'],
];

/** Classes that are reported as unknown, and why. */
const unknownHere: readonly (readonly [RegExp, string])[] = [
  [/^-?(?:translate-z-|scale-z-)|^(?:scale|translate)-3d$/, 'the third dimension'],
];

/** Variants that are reported as unknown, and why. */
const unknownVariants: readonly (readonly [RegExp, string])[] = [
  [/^(?:not|group|peer|in|has)-/, 'of another variant'],
  [/^(?:nth|nth-last|nth-of-type|nth-last-of-type|data|supports)$/, 'without a value'],
  [/^@/, 'of a container, whose width is not known'],
  [/^(?:aria-\w+|placeholder-shown|optional|enabled|inert)$/, 'states of controls'],
  [/^(?:first-letter|first-line|marker|file|placeholder)$/, 'parts that engines do not style'],
  [/^\*\*?$/, 'of children'],
  [/^(?:landscape|rtl)$/, 'the shape and the direction of an image are not read'],
];

const isIn = (list: readonly (readonly [RegExp, string])[], name: string) =>
  list.some(([pattern]) => pattern.test(name));

const read = (name: string) => readUtilities(name, 1200);
const isSilent = (name: string) => {
  const { style, betweenChildren, unknown, idle } = read(name);
  return Object.keys({ ...style, ...betweenChildren }).length + unknown.length + idle.length === 0;
};

it('every class that Tailwind lists has a style, is reported, or sets nothing by itself', () => {
  const silent = listedClasses.filter(isSilent);

  expect(listedClasses.length).toBeGreaterThan(20_000);
  expect(silent.filter((name) => !isIn(withoutStyle, name))).toEqual([]);
  expect(withoutStyle.filter(([pattern]) => !silent.some((name) => pattern.test(name)))).toEqual([]);
});

it('every class that Tailwind lists is known, but for those with a reason', () => {
  const unknown = listedClasses.filter((name) => read(name).unknown.length > 0);

  expect(unknown.filter((name) => !isIn(unknownHere, name))).toEqual([]);
  expect(unknownHere.filter(([pattern]) => !unknown.some((name) => pattern.test(name)))).toEqual([]);
});

it('every variant that Tailwind lists is known, but for those with a reason', () => {
  const place = { index: 1, count: 4, indexOfType: 1, countOfType: 4, isEmpty: false };
  const unknown = listedVariants.filter(
    (name) => readUtilities(`${name}:p-4`, 1200, noTheme, place).unknown.length > 0,
  );

  expect(listedVariants.length).toBeGreaterThan(300);
  expect(unknown.filter((name) => !isIn(unknownVariants, name))).toEqual([]);
  expect(unknownVariants.filter(([pattern]) => !unknown.some((name) => pattern.test(name)))).toEqual([]);
});

it('classes with values of their own are known, as Tailwind knows them', () => {
  expect(getUnknownToTailwind(arbitraryClasses)).toEqual([]);
  expect(arbitraryClasses.length).toBeGreaterThan(250);
  expect(arbitraryClasses.filter((name) => read(name).unknown.length > 0)).toEqual([]);
  expect(arbitraryClasses.filter(isSilent).filter((name) => !isIn(withoutStyle, name))).toEqual([]);
});

it.each([
  [600, { width: '100%' }],
  [1200, { width: '100%', maxWidth: 1024 }],
  [1536, { width: '100%', maxWidth: 1536 }],
])('container in an image %i px wide', (width, style) => {
  expect(readUtilities('container', width).style).toEqual(style);
});
