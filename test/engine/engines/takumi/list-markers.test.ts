import { expect, it } from 'vitest';
import { getTexts } from '#engine/rendering/tree/prepared-tree.ts';
import type { VElement } from '#engine/vnode/vnode.ts';
import { getScene, takumiWithout } from '../../../support/takumi.ts';
import { box, h } from '../../golden/element.ts';
import { renderCase } from '../../golden/render-case.ts';

const getImage = (style: Readonly<Record<string, string>>): Promise<string> =>
  render(h('ul', { style: { ...style, paddingLeft: 60 } }, h('li', {}, 'x')));

const render = async (list: VElement): Promise<string> => {
  const tree = box({ display: 'block', fontSize: 40, width: '100%', height: '100%', background: '#fff' }, list);
  const options = { width: 120, height: 120, format: 'png' } as const;
  return Buffer.from((await renderCase({ name: 'marker', tree, options }, 'takumi')).bytes).toString('base64');
};

// characters without a glyph look alike
it.each(['listStyleType', 'listStyle'])('a text of %s has glyphs of a font', async (property) => {
  const [right, double, none] = await Promise.all(['"→"', '"⇒"', '""'].map((text) => getImage({ [property]: text })));
  expect(right).not.toBe(none);
  expect(right).not.toBe(double);
});

it.each([
  ['start', { start: 9 }, [{}, {}], ['9', '10']],
  ['value', {}, [{ value: 4 }, {}], ['4', '5']],
  ['reversed', { reversed: true }, [{}, {}], ['2', '1']],
  ['letters', { start: 27, type: 'a' }, [{}, {}], ['aa', 'ab']],
  ['Roman numbers', { start: '1994', type: 'I' }, [{}], ['MCMXCIV']],
  ['a Roman number that there is not', { start: 0, type: 'i' }, [{}], ['0']],
])('numbers of a list are counted as a browser does: %s', async (_what, props, items, texts) => {
  const list = h('ol', props, ...items.map((own) => h('li', own, 'x')));
  const { tree } = await takumiWithout()(getScene(list));
  expect(
    getTexts(tree)
      .filter((text) => text !== 'x')
      .sort(),
  ).toEqual(texts.map((text) => `${text}. `).sort());
});

it('leaves a list to its style sheet', async () => {
  const sheet = h('style', {}, 'li { list-style: none }');
  const list = (start: number) => h('ol', { start }, sheet, h('li', {}, 'x'));
  expect(await render(list(5))).toBe(await render(list(1)));
});
