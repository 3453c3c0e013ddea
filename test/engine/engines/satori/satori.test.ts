import { Resvg } from '@resvg/resvg-js';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { openRenderer } from '#engine/engines/open-engine.ts';
import { rasterise } from '#engine/engines/satori/satori-call.ts';
import { EngineRejection } from '#engine/rendering/engine-errors.ts';
import type { VElement } from '#engine/vnode/vnode.ts';
import { engineParts, getScene } from '../../../support/takumi.ts';
import { box, h } from '../../golden/element.ts';

const engine = openRenderer('satori', engineParts());
const course = { enter: () => undefined };
const rendered = async (tree: VElement) => {
  const { bytes } = await engine.render({ ...getScene(tree), format: 'png' }, course);
  return sharp(bytes).ensureAlpha().raw().toBuffer();
};
/** The colour of a pixel of 200 x 120. */
const at = (pixels: Buffer, x: number, y: number) => [...pixels.subarray((y * 200 + x) * 4, (y * 200 + x) * 4 + 3)];
const full = { width: '100%', height: '100%', background: 'white' };

describe('the engine satori', () => {
  it('lays a <div> without display out with flex, one block below the other, where Vercel OG renders nothing', async () => {
    const half = (background: string) => box({ display: 'flex', height: 60, background });
    const pixels = await rendered(box(full, half('red'), half('blue')));
    expect([at(pixels, 100, 30), at(pixels, 100, 90)]).toEqual([
      [255, 0, 0],
      [0, 0, 255],
    ]);
  });

  it('takes the tokens of an @theme for tailwindConfig', async () => {
    const sheet = h('style', {}, '@theme { --color-brand: #ff0000; --spacing-half: 60px }');

    const half = h('div', { tw: 'flex w-full h-half bg-brand' });
    const pixels = await rendered(h('div', { tw: 'flex w-full h-full bg-white' }, sheet, half));

    expect([at(pixels, 100, 50), at(pixels, 100, 70)]).toEqual([
      [255, 0, 0],
      [255, 255, 255],
    ]);
  });

  const tokens = ['--background-image-x: url(file:///a.png)', '--color-x: url(http://192.0.2.1/)'];
  it.each(tokens)('loads nothing a token names: %s', async (token) => {
    const sheet = h('style', {}, `@theme { ${token} }`);
    const props = { tw: 'flex w-full h-full bg-x', style: { backgroundColor: 'white' } };
    const pixels = await rendered(h('div', props, sheet));
    expect(at(pixels, 100, 60)).toEqual([255, 255, 255]);
  });

  it('reads tw as satori does, and no className', async () => {
    const [byTw, byClass] = await Promise.all([
      rendered(h('div', { tw: 'flex w-full h-full bg-black' })),
      rendered(h('div', { className: 'flex w-full h-full bg-black' })),
    ]);

    expect([at(byTw, 9, 9), at(byClass, 9, 9)]).toEqual([
      [0, 0, 0],
      [0, 0, 0],
    ]);
    expect([byTw[3], byClass[3]]).toEqual([255, 0]);
  });

  it('fits a text whose size a class gives', async () => {
    const words = 'far too many words for so little room';
    const fitted = h('div', { tw: 'flex text-6xl text-black', fit: true, style: { width: 200, height: 60 } }, words);
    const pixels = await rendered(box({ ...full, display: 'flex', flexDirection: 'column' }, fitted));

    const rowsWithInk = Array.from({ length: 120 }, (_, y) => y).filter((y) =>
      Array.from({ length: 200 }, (_, x) => at(pixels, x, y)[0] ?? 255).some((red) => red < 128),
    );
    expect(rowsWithInk.length).toBeGreaterThan(20);
    expect(rowsWithInk.filter((y) => y > 60)).toEqual([]);
  });

  it('leaves out what satori throws at, and reports it', async () => {
    const tree = box({ display: 'flex', ...full }, box({ display: 'flex', transform: 'none', color: 'red' }, 'Text'));
    const { unreadable } = await engine.look(getScene(tree), { hasTexts: false }, course);
    expect(unreadable.map(({ code, property }) => `${code} ${property}`)).toEqual(['unknown-value transform']);
  });

  it('renders what has a clip, a mask or an opacity beyond the image, over which resvg ends its process', async () => {
    const beyond = { display: 'flex', position: 'absolute', left: -900, top: 300, opacity: 0.5 };
    const cut = { ...beyond, width: 50, height: 50, overflow: 'hidden', borderRadius: 9, background: 'red' };
    const pixels = await rendered(box({ display: 'flex', ...full }, box(beyond, 'Text'), box(cut, box({}, 'Text'))));
    expect(at(pixels, 100, 60)).toEqual([255, 255, 255]);
  });

  it('refuses what resvg refuses', () => {
    expect(() => rasterise(Resvg, '<p/>', 9)).toThrow(EngineRejection);
  });
});
