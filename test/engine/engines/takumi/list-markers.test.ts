import { afterAll, expect, it } from 'vitest';
import { closeWorkers } from '../../../support/close-workers.ts';
import { box, h } from '../../golden/element.ts';
import { renderCase } from '../../golden/render-case.ts';

afterAll(closeWorkers);

const getImage = async (style: Readonly<Record<string, string>>): Promise<string> => {
  const list = h('ul', { style: { ...style, paddingLeft: 60 } }, h('li', {}, 'x'));
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
