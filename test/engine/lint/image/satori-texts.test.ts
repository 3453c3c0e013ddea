import { expect, it } from 'vitest';
import { lintTexts } from '#engine/engines/satori/lint-texts.ts';
import { baseFamily } from '#engine/rendering/fonts/catalogue.ts';
import { getRootTextStyle } from '#engine/rendering/fonts/text-style.ts';
import type { PreparedNode } from '#engine/rendering/tree/prepared-tree.ts';
import type { Style } from '#engine/styles/style.ts';

const root = getRootTextStyle({ fonts: [{ family: 'Anton', weights: [400, 400], styles: ['normal'], hash: 'a' }] });
const [anton = baseFamily] = root.own;
const face = (style: 'normal' | 'italic') => ({ id: '', subset: 'latin', weight: 400, style });
const fonts = [
  { family: anton, face: face('normal') },
  { family: baseFamily, face: face('italic') },
];
const element = (style: Style, ...children: PreparedNode[]) => ({ type: 'div', props: { style, children } });

it.each([
  ['a family without italics', element({ fontFamily: 'Anton', fontStyle: 'italic' }, 'Words'), /Anton has no italics/],
  ['italics that are inherited', element({ fontStyle: 'oblique' }, element({ fontFamily: 'Anton' }, 'Words')), /Anton/],
  ['Japanese italics', element({ fontStyle: 'italic' }, '日本語'), /the font of these letters has no italics/],
  ['words that are kept before a mark', element({ wordBreak: 'keep-all' }, '日本語の文章、そして'), /before a mark/],
] as const)('satori: %s are told', (_title, tree, message) => {
  const found = lintTexts(tree, root, fonts);

  expect(found).toEqual([expect.objectContaining({ code: 'unlike-browser', message: expect.stringMatching(message) })]);
});

it.each([
  ['italics of a family that has them', element({ fontStyle: 'italic' }, 'Words')],
  ['upright letters', element({ fontFamily: 'Anton' }, 'Words 日本語、そして')],
  ['italics without a text', element({ fontFamily: 'Anton', fontStyle: 'italic' }, ' ')],
  ['kept words whose mark is the last', element({ wordBreak: 'keep-all' }, '日本語の文章。')],
] as const)('satori: %s are not told', (_title, tree) => {
  expect(lintTexts(tree, root, fonts)).toEqual([]);
});
