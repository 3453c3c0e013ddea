import { expect, it } from 'vitest';
import type { VElement } from '#engine/vnode/vnode.ts';
import { getScene, takumiWithout } from '../../../support/takumi.ts';
import { box, h } from '../../golden/element.ts';

const layOut = takumiWithout();

/** Returns the width of the box with a background. */
const getWidth = async (tree: VElement): Promise<number> => {
  const { tree: prepared, measure } = await layOut(getScene(tree, 800, 120));
  const boxes = await measure();
  const [, box] = [...boxes].find(([element]) => element.props.style?.background === 'red') ?? [];
  return prepared && box ? box.width : 0;
};

it.each(['10ch', 'calc(5ch + 5ch)', 'min(10ch, 100%)'])(
  '%s is ten zeros wide, in the font of its element',
  async (width) => {
    const sized = (style: Record<string, string | number>) =>
      getWidth(h('h1', { style }, box({ width, background: 'red' }, 'a')));
    const zeros = (style: Record<string, string | number>) =>
      getWidth(h('h1', { style: { ...style, display: 'flex' } }, box({ background: 'red' }, '0'.repeat(10))));
    for (const style of [{ fontSize: 20 }, { fontSize: 30, fontFamily: 'JetBrains Mono' }, { fontWeight: 400 }])
      expect(Math.abs((await sized(style)) - (await zeros(style)))).toBeLessThanOrEqual(1);
  },
);

it('leaves a tree whose measuring would cost too much as it is', async () => {
  const many = Array.from({ length: 5_000 }, () => box({ width: '1ch' }));
  const { unreadable } = await layOut(getScene(box({}, ...many)));
  expect((await unreadable()).length).toBeGreaterThan(0);
});

const line = (text: string, style: Record<string, string | number> = {}) =>
  getWidth(
    box(
      { display: 'flex' },
      box({ whiteSpace: 'pre', background: 'red', fontFamily: 'JetBrains Mono', ...style }, text),
    ),
  );

it.each([
  ['a\tb', 9],
  ['abcdefgh\tb', 17],
  ['ab\t\tb', 17],
  ['\tab\tb', 17],
])('a tab goes to the next tab stop: %j', async (text, characters) => {
  expect(Math.abs((await line(text)) - (await line('x'.repeat(characters))))).toBeLessThanOrEqual(1);
});

it('a tab goes as far as tab-size says, and is a space where spaces collapse', async () => {
  expect(Math.abs((await line('ab\tb', { tabSize: 4 })) - (await line('x'.repeat(5))))).toBeLessThanOrEqual(1);
  expect(await line('ab\tb', { tabSize: '100px' })).toBeGreaterThan(100);
  expect(Math.abs((await line('ab\tb', { whiteSpace: 'normal' })) - (await line('ab b')))).toBeLessThanOrEqual(1);
});
