import { deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { lintTreeRules } from '#engine/lint/tree/lint-tree.ts';
import { writePng } from '#engine/rendering/images/png-chunks.ts';
import type { VElement } from '#engine/vnode/vnode.ts';
import { box, h } from '../../golden/element.ts';

const getAll = (tree: VElement) =>
  lintTreeRules({
    ...{ tree, positions: {}, componentAt: { line: 1, column: 1 }, source: '', width: 1_200, height: 630 },
    ...{ sampleTexts: [], defaultTexts: [], fonts: [], engine: 'takumi' },
  }).warnings;

const getWarnings = (tree: VElement) => getAll(tree).filter(({ code }) => code === 'image-address');

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

/** A PNG whose chunk `cICP` has these code points. */
const coded = (primaries: number, transfer: number): string => {
  const chunk = (type: string, data: readonly number[]) => ({ type, data: Buffer.from(data) });
  const header = chunk('IHDR', [0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]);
  const colours = chunk('cICP', [primaries, transfer, 0, 1]);
  const pixels = { type: 'IDAT', data: deflateSync(Buffer.from([0, 255, 0, 0])) };
  return `data:image/png;base64,${writePng([header, colours, pixels, chunk('IEND', [])]).toString('base64')}`;
};

it.each([
  ['PQ', 16],
  ['HLG', 18],
])('names the light of an embedded HDR image that is not rendered: %s', (_title, transfer) => {
  const src = coded(9, transfer);
  const warning = expect.objectContaining({
    code: 'no-effect',
    message: expect.stringContaining('brighter than white'),
  });
  expect(getAll(h('img', { src, width: 10, height: 10 }))).toEqual([warning]);
  expect(getAll(box({ backgroundImage: `url(${src})` }))).toEqual([warning]);
});

it('says nothing of an embedded image in the colours of a wide screen', () => {
  expect(getAll(h('img', { src: coded(12, 13), width: 10, height: 10 }))).toEqual([]);
});
