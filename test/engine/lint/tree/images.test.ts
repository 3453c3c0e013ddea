import { expect, it } from 'vitest';
import { lintTreeRules } from '#engine/lint/tree/lint-tree.ts';
import type { VElement } from '#engine/vnode/vnode.ts';
import { box, h } from '../../golden/element.ts';

const getWarnings = (tree: VElement) =>
  lintTreeRules({
    ...{ tree, positions: {}, componentAt: { line: 1, column: 1 }, source: '', width: 1_200, height: 630 },
    ...{ sampleTexts: [], defaultTexts: [], fonts: [], engine: 'takumi' },
  }).warnings.filter(({ code }) => code === 'image-address');

it.each([
  ['image-set("https://a.example/a.png" 1x)', { backgroundImage: 'image-set("https://a.example/a.png" 1x)' }],
  ['url("https://a.example/a.png', { backgroundImage: 'url("https://a.example/a.png' }],
  ['u\\72l(https://a.example/a.png)', { '--x': 'u\\72l(https://a.example/a.png)' }],
])('says that %s is left out', (written, style) => {
  expect(getWarnings(box(style))).toEqual([
    expect.objectContaining({ message: `${written} is left out: name an image with url("https://...").` }),
  ]);
});

it('says nothing of addresses that are rendered, in styles, classes and sheets', () => {
  const url = 'url("https://a.example/a.png")';
  const tree = box(
    { background: url, maskImage: 'url(#a)' },
    h('div', { tw: "bg-[url('https://a.example/b.png')]" }),
    h('style', {}, `.a { background: ${url} }`),
  );
  expect(getWarnings(tree)).toEqual([]);
});
