import { describe, expect, it } from 'vitest';
import { getTree } from '#engine/isolation/sandbox/tree.ts';
import { getRejectionReason } from '#engine/rendering/rejection-reason.ts';
import { treeLimits } from '#engine/vnode/tree-limits.ts';
import type { VElement } from '#engine/vnode/vnode.ts';
import { box, h } from '../golden/element.ts';

const nested = (depth: number, innermost = box({}, 'x')): VElement =>
  depth === 1 ? innermost : box({}, nested(depth - 1, innermost));
const boxes = (count: number): VElement => box({}, new Array<VElement>(count).fill(box({})));

describe('unrenderable', () => {
  it.each([
    ['a word too long', box({}, 'a'.repeat(treeLimits.wordCharacters + 1))],
    ['too much text', box({}, 'word '.repeat(treeLimits.textCharacters / 5 + 1))],
    ['too deep a tree', nested(treeLimits.depth + 1)],
    ['too many elements', boxes(treeLimits.nodes)],
  ])('says why %s is not rendered', (_what, tree) => {
    expect(getRejectionReason(tree)).toEqual(expect.any(String));
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
});
