import { expect, it } from 'vitest';
import { lintFixedValues } from '#engine/lint/values/fixed-values.ts';

const found = (prompt: string, shown: readonly string[], defaults: readonly string[] = []): string[] => {
  const children = shown.map((text) => ({ type: 'p', props: {}, children: [text] }));
  const variables = defaults.map((defaultValue, n) => ({ name: `v${n}`, required: false, defaultValue }));
  const source = shown.map((text) => `<p>${text}</p>`).join('\n');
  const diagnostics = lintFixedValues({ prompt, source, variables, tree: { type: 'div', props: {}, children } });
  return diagnostics.map(({ line, column, message }) => `${line}:${column} ${message.split(' comes')[0]}`);
};

it.each([
  ['a name', 'A card for the blog of Ada Moss', ['By', 'Ada Moss'], ['2:4 "Ada Moss"']],
  ['a name of one word inside a sentence', 'the weather in Lisbon, please', ['Lisbon'], ['1:4 "Lisbon"']],
  ['what is quoted', 'with the title "quiet maps"', ['Quiet maps'], ['1:4 "quiet maps"']],
  ['a price', 'a lamp for $240, today', ['only $240'], ['1:9 "$240"']],
  ['a date', 'an event on 2026-11-28', ['2026-11-28'], ['1:4 "2026-11-28"']],
])('%s of the prompt that is fixed in the image is reported', (_what, prompt, shown, expected) => {
  expect(found(prompt, shown)).toEqual(expected);
});

it('reports no value of a variable, size, colour, first word of a sentence, nor what is not shown', () => {
  expect(found('A card of Ada Moss', ['Ada Moss'], ['Ada Moss'])).toEqual([]);
  expect(found('1200 x 630, in #112233, 40px margin. Large title', ['1200', '630', '40', 'Large'])).toEqual([]);
  expect(found('for Ada Moss', ['Grace Kim'])).toEqual([]);
  expect(found('at 12', ['123'])).toEqual([]);
});
