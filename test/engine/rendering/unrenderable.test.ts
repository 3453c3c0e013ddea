import { describe, expect, it } from 'vitest';
import { getTree, TooLarge } from '#engine/isolation/sandbox/tree.ts';
import type { Json } from '#engine/json.ts';
import { getRejectionReason } from '#engine/rendering/rejection-reason.ts';
import { treeLimits } from '#engine/vnode/tree-limits.ts';
import type { VElement } from '#engine/vnode/vnode.ts';
import { box, h } from '../golden/element.ts';

/**
 * @promise Rendering: Trees that crash the layout library or keep it busy
 * @how limits of elements, depth and text before the layout; a render worker that can be killed: 3.5 s of processor
 *   time, 1,400 MiB; replaced after every failure
 * @also test/engine/isolation/render.test.ts, test/engine/isolation/worker.alone.test.ts,
 *   test/engine/generated.properties.nightly.test.ts, test/templates/generated-templates.properties.nightly.test.ts
 * @figure killed after 20 ms of processor time, or at 32 MiB, where that is the limit; the images beside it are
 *   rendered
 */

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
    ['a word too long', box({}, 'a'.repeat(21)), 'A word is longer'],
    ['too much text', box({}, 'word '.repeat(9)), 'characters of text'],
    ['too deep a tree', nested(7), 'nested more than 5 deep'],
    ['too many elements', h('div', {}, new Array<VElement>(59).fill(h('i'))), 'more than 50 elements'],
  ])('says why %s is not rendered', (_what, tree, why) => {
    expect(getRejectionReason(tree, limits)).toEqual(expect.any(String));
    expect(() => getTree(tree, false, limits)).toThrow(why);
    expect(getRejectionReason(tree)).toBeUndefined();
    expect(getTree(tree)).toEqual(tree);
  });

  it.each([
    ['texts too long', h('img', { alt: 'a'.repeat(61) }), 'more than 60 characters.'],
    ['too many values', h('div', { list: new Array<number>(10).fill(1) }), 'more than 9 values'],
  ])('is not made of %s', (_what, tree, why) => {
    expect(() => getTree(tree, false, limits)).toThrow(why);
    expect(getTree(tree)).toEqual(tree);
  });

  it('is not made of a property that is nested too deep', () => {
    const nest = (depth: number) => Array.from({ length: depth }).reduce<Json>((inner) => ({ inner }), 1);
    expect(() => getTree(h('div', { style: nest(21) }))).toThrow(TooLarge);
    expect(getTree(h('div', { style: nest(20) })).props.style).toEqual(nest(20));
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
