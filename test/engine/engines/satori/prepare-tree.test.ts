import { expect, it } from 'vitest';
import { prepareTree } from '#engine/engines/satori/prepare-tree.ts';
import { box, h } from '../../golden/element.ts';

it.each([
  ['2 "\u2026 (continued)"', '2 "\u2026 (continued)"'],
  [String.raw`2 "\2026 \28 continued\29"`, '2 "\u2026(continued)"'],
  [String.raw`1 '\2192'`, '1 "\u2192"'],
  [3, 3],
  ['none', 'none'],
])('satori gets the text after a clamp without escapes: %s', (lineClamp, expected) => {
  const preparation = { width: 1_200, imageFor: () => '', leftOut: new Set<string>() };
  const { props } = prepareTree(box({ lineClamp }, 'text'), preparation);

  expect(props.style?.lineClamp).toBe(expected);
});

it('satori gets no text of a <style> that stands alone', () => {
  const tree = h('style', {}, '* { position: relative }');
  expect(prepareTree(tree, { width: 1_200, imageFor: () => '' }).props.children).toEqual([]);
});
