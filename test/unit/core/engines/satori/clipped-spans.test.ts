import { expect, it } from 'vitest';
import { clipSpans } from '../../../../../lambdas/core/engines/satori/tree/clipped-spans.ts';
import type { PreparedElement } from '../../../../../lambdas/core/picture/tree/prepared-tree.ts';

const card = (words: number): PreparedElement => {
  const text = Array.from({ length: words }, (_, n) => `w${n}`).join(' ');
  const style = { backgroundImage: 'linear-gradient(red, blue)', backgroundClip: 'text' };
  return { type: 'div', props: { children: [{ type: 'span', props: { style, children: [text] } }] } };
};

it.each([
  [100, 1],
  [101, 0],
  [10_000, 0],
])(
  'costs %i words of clipped text %i layouts: as many boxes as words may take longer than a picture has',
  async (words, layouts) => {
    const tree = card(words);
    const before = JSON.stringify(tree);
    let asked = 0;

    await clipSpans(tree, async () => {
      asked += 1;
      return new Map();
    });

    expect(asked).toBe(layouts);
    expect(JSON.stringify(tree) === before).toBe(layouts === 0);
  },
);
