import { expect, it } from 'vitest';
import { getTree, TooLarge } from '#engine/isolation/sandbox/tree.ts';
import { treeLimits } from '#engine/vnode/tree-limits.ts';
import { box, h } from '../golden/element.ts';

const address = (n: number) => `https://images.example/${n}.png`;
const withImages = (count: number) =>
  box({}, ...Array.from({ length: count }, (_, n) => h('img', { src: address(n) })));

it('takes as many remote images as are fetched, however often each is shown', () => {
  const tree = withImages(treeLimits.remoteImages);
  expect(getTree(tree)).toEqual(tree);
  expect(getTree(box({}, tree, tree))).toEqual(box({}, tree, tree));
});

it('refuses one more, wherever it stands', () => {
  const background = box({ background: `url(${address(-1)})` }, withImages(treeLimits.remoteImages));
  expect(() => getTree(withImages(treeLimits.remoteImages + 1))).toThrow(TooLarge);
  expect(() => getTree(background)).toThrow('more than 20 different remote images');
});
