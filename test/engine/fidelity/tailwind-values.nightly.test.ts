import { expect, it } from 'vitest';
import { readUtilities } from '#engine/styles/tailwind/utilities.ts';
import { arbitraryClasses, listedClasses } from '../../support/tailwind-classes.ts';
import { isChromiumThere } from './chromium.ts';
import { getValueDifferences } from './tailwind-values.ts';

/** Classes and properties whose values differ from those of Tailwind 4, and why. */
const withReason: readonly (readonly [name: RegExp, property: RegExp, reason: string])[] = [
  [
    /^divide-/,
    /^(?:first|child) (?:border|height|width)/,
    'the lines are before each child but the first, in Tailwind 4 after each but the last',
  ],
  [/^rounded-.*full$/, /radius$/, '9999 px, which both engines can add up'],
  [/^sr-only$/, /./, 'not displayed'],
  [/^justify-self-(?:start|end)$/, /^justify-self$/, 'start and flex-start are the same in a grid'],
  [
    /^-?mask-(?:linear|conic|radial)-(?:\d|\[)|^mask-conic-(?:from|to)-\d+(?:\.\d+)?$/,
    /^mask-composite$/,
    'no mask: one without stops, or with lengths on a circle',
  ],
  [/^mask-[xy]-/, /^mask-(?:composite|image)$/, 'two opposite masks are one gradient'],
  [/^mask-.*-inherit$/, /^mask-image$/, 'inherit is no colour of a gradient'],
  [/^translate-x-\[calc/, /^transform$/, 'not computed by this test'],
];

it.skipIf(!isChromiumThere())('classes have the values that Tailwind gives them, or differ with a reason', async () => {
  const names = [...listedClasses, ...arbitraryClasses].filter((name) => {
    const { unknown, idle } = readUtilities(name, 1200);
    return unknown.length + idle.length === 0;
  });

  const differences = await getValueDifferences(names);

  const isKnown = (name: string, property: string) =>
    withReason.some(([names, properties]) => names.test(name) && properties.test(property));
  expect(differences.filter(({ name, property }) => !isKnown(name, property))).toEqual([]);
  const unused = withReason.filter(
    ([names, properties]) => !differences.some(({ name, property }) => names.test(name) && properties.test(property)),
  );
  expect(unused).toEqual([]);
});
