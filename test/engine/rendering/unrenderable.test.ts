import { describe, expect, it } from 'vitest';
import { getTree, TooLarge } from '#engine/isolation/sandbox/tree.ts';
import type { Json } from '#engine/json.ts';
import { getRejectionReason } from '#engine/rendering/rejection-reason.ts';
import { treeLimits } from '#engine/vnode/tree-limits.ts';
import type { VElement } from '#engine/vnode/vnode.ts';
import { box, h } from '../golden/element.ts';

const nested = (depth: number, innermost = box({}, 'x')): VElement =>
  depth === 1 ? innermost : box({}, nested(depth - 1, innermost));
const boxes = (count: number): VElement => box({}, new Array<VElement>(count).fill(box({})));

/** Small ones. */
const limits = {
  ...treeLimits,
  depth: 5,
  nodes: 50,
  textCharacters: 40,
  wordCharacters: 20,
  characters: 60,
  values: 9,
};

describe('a tree', () => {
  it.each([
    ['a word too long', box({}, 'a'.repeat(21))],
    ['too much text', box({}, 'word '.repeat(9))],
    ['too deep a tree', nested(7)],
    ['too many elements', boxes(59)],
  ])('says why %s is not rendered', (_what, tree) => {
    expect(getRejectionReason(tree, limits)).toEqual(expect.any(String));
    expect(() => getTree(tree, false, limits)).toThrow(TooLarge);
    expect(getRejectionReason(tree)).toBeUndefined();
    expect(getTree(tree)).toEqual(tree);
  });

  it.each([
    ['texts too long', h('img', { alt: 'a'.repeat(61) })],
    [
      'too many values',
      box({ color: 'red', margin: 1, padding: 1, gap: 1, top: 1, left: 1, width: 1, height: 1, order: 1 }),
    ],
    ['a property too deep', h('div', { style: Array.from({ length: 22 }).reduce<Json>((inner) => ({ inner }), {}) })],
  ])('is not made of %s', (_what, tree) => {
    expect(() => getTree(tree, false, limits)).toThrow(TooLarge);
  });

  it('is not made of too many remote images', () => {
    const images = Array.from({ length: 3 }, (_, n) => h('img', { src: `https://a.example/${n}.png` }));
    expect(() => getTree(box({}, ...images), false, { ...treeLimits, remoteImages: 2 })).toThrow('2 different remote');
    expect(getTree(box({}, ...images)).children).toHaveLength(3);
  });

  it.each([
    ['a tree as deep as allowed', nested(treeLimits.depth)],
    ['long text in a script without spaces', box({}, '漢字'.repeat(treeLimits.wordCharacters))],
    ['a long address', box({}, 'https://example.com/'.repeat(200))],
    ['a long style sheet', h('style', {}, '.a{color:red}'.repeat(4_000))],
    ['as many elements and texts as allowed', boxes(treeLimits.nodes - 1)],
    ['empty elements as deep as allowed', nested(treeLimits.depth + 1, box({}))],
  ])('lets %s through', (_what, tree) => {
    expect(getRejectionReason(tree)).toBeUndefined();
    expect(getTree(tree)).toEqual(tree);
  });

  it('is refused just beyond its limits', () => {
    const { depth, nodes, textCharacters, wordCharacters } = treeLimits;
    const texts = [box({}, 'a'.repeat(wordCharacters + 1)), box({}, 'word '.repeat(textCharacters / 5 + 1))];
    for (const tree of [...texts, nested(depth + 1), boxes(nodes)])
      expect(getRejectionReason(tree)).toEqual(expect.any(String));
  });
});
