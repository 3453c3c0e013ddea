import { expect, it } from 'vitest';
import { isWord, type MarkedText } from '#engine/lint/image/texts.ts';

it('a keycap is an emoji, no word', () => {
  const isWordIn = (text: string) => isWord({ text } as MarkedText);
  expect(['1\ufe0f\u20e3', '#\u20e3', '2\ufe0f\u20e3 3\ufe0f\u20e3', '→'].map(isWordIn)).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect(['1', 'Step 1\ufe0f\u20e3', '100%'].map(isWordIn)).toEqual([true, true, true]);
});
