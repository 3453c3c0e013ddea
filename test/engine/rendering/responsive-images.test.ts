import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { openRenderer } from '#engine/engines/open-engine.ts';
import { chooseImages } from '#engine/rendering/tree/responsive-images.ts';
import { sourcePositionProperty } from '#engine/vnode/source-position.ts';
import { getElements, naturalWidthProperty, type VElement } from '#engine/vnode/vnode.ts';
import { getGrowth } from '../../support/growth.ts';
import { engineParts, getScene } from '../../support/takumi.ts';
import { h } from '../golden/element.ts';

const surface = { width: 600, height: 315, devicePixelRatio: 1 };

const choose = (tree: VElement, own: Partial<typeof surface> = {}) => {
  const [image] = [...getElements(chooseImages(tree, { ...surface, ...own }))].filter(({ type }) => type === 'img');
  return image?.props;
};

/** Twice as wide as high. */
const aPicture = async (width: number): Promise<string> => {
  const create = { width, height: width / 2, channels: 3 as const, background: '#0a0' };
  return `data:image/png;base64,${(await sharp({ create }).png().toBuffer()).toString('base64')}`;
};

const image = h('img', { src: 'own.png' });

describe('<picture>', () => {
  it.each([
    ['the first source', [{ srcSet: 'a.webp' }, { srcSet: 'b.webp' }], 'a.webp'],
    ['the first that fits', [{ srcSet: 'a.png', media: '(min-width: 800px)' }, { srcSet: 'b.png' }], 'b.png'],
    ['a query that is true', [{ srcSet: 'a.png', media: '(max-width: 600px)' }], 'a.png'],
    ['no source for the dark', [{ srcSet: 'a.png', media: '(prefers-color-scheme: dark)' }], 'own.png'],
    ['no kind that is not rendered', [{ srcSet: 'a.jxl', type: 'image/jxl' }], 'own.png'],
    ['a kind that is', [{ srcSet: 'a.avif', type: 'image/avif' }], 'a.avif'],
    ['no source without files', [{ media: 'all' }, { srcSet: ' ' }], 'own.png'],
  ] as const)('takes %s', (_title, sources, expected) => {
    const tree = h('picture', {}, ...sources.map((source) => h('source', source)), image);

    expect(choose(tree)).toMatchObject({ src: expected });
  });

  it('leaves an <img> before the sources alone', () => {
    expect(choose(h('picture', {}, image, h('source', { srcSet: 'a.png' })))).toEqual({ src: 'own.png' });
  });
});

describe('srcSet', () => {
  it.each([
    ['1 of 1x and 2x', 'a.png, b.png 2x', 1, 'a.png'],
    ['2 of 1x and 2x', 'a.png 1x, b.png 2x', 2, 'b.png'],
    ['between two densities', 'a.png 1x, b.png 3x', 1.5, 'a.png'],
    ['nearer to the larger', 'a.png 1x, b.png 2x', 1.5, 'b.png'],
    ['more than there is', 'a.png 1x, b.png 2x', 4, 'b.png'],
    ['a file that is larger, and src for 1x', 'b.png 2x', 1, 'own.png'],
    ['an address with commas', 'data:image/png;base64,AA 1x, b.png 2x', 1, 'data:image/png;base64,AA'],
    ['addresses that a comma ends', 'a.png,  b.png 2x', 1, 'a.png'],
    ['descriptors that are none', 'a.png 1q, b.png -1x, c.png 1x', 1, 'c.png'],
    ['of equal densities the first', 'a.png, b.png 1x', 1, 'a.png'],
  ])('%s', (_title, srcSet, devicePixelRatio, expected) => {
    expect(choose(h('img', { src: 'own.png', srcSet }), { devicePixelRatio })).toEqual({ src: expected });
  });

  it.each([
    ['the width of the image', undefined, 'c.png', 600],
    ['a share of it', '50vw', 'b.png', 300],
    ['the first condition that is true', '(min-width: 800px) 600px, (min-width: 500px) 100px, 50vw', 'a.png', 100],
    ['an unknown length', 'calc(1px)', 'c.png', 600],
    ['a length that is none', '-7px', 'c.png', 600],
  ])('sizes: %s', (_title, sizes, src, width) => {
    const srcSet = 'a.png 100w, b.png 300w, c.png 600w';
    expect(choose(h('img', { src: 'own.png', srcSet, ...(sizes && { sizes }) }))).toEqual({
      src,
      [naturalWidthProperty]: width,
    });
    expect(choose(h('img', { srcSet, width: 50, ...(sizes && { sizes }) }))).toEqual({
      ...{ src, width: 50, [naturalWidthProperty]: width },
    });
  });

  it.each(['takumi', 'satori'] as const)('sizes give a width that any other size overrides: %s', async (name) => {
    const [small, large] = await Promise.all([300, 600].map((side) => aPicture(side)));
    const engine = openRenderer(name, engineParts());
    const getSizes = async (props: Record<string, string | number | Record<string, number>>) => {
      const img = h('img', {
        srcSet: `${small} 300w, ${large} 600w`,
        sizes: '400px',
        [sourcePositionProperty]: '1:1',
        ...props,
      });
      const tree = chooseImages(h('div', { style: { display: 'flex', alignItems: 'flex-start' } }, img), surface);
      const boxes = await (
        await engine.look(getScene(tree, 600, 315), { hasTexts: false }, { enter: () => undefined })
      ).boxes();
      const { width, height } = boxes.find(({ element }) => element === 'img') ?? expect.fail('no box');
      return [width, height];
    };

    expect(await getSizes({})).toEqual([400, 200]);
    expect(await getSizes({ height: 64 })).toEqual([128, 64]);
    expect(await getSizes({ style: { height: 64 } })).toEqual([128, 64]);
    expect(await getSizes({ tw: 'h-16' })).toEqual([128, 64]);
    expect(await getSizes({ width: 90 })).toEqual([90, 45]);
  });

  it('leaves a tree without one as it is', () => {
    const tree = h('div', {}, image, 'text');

    expect(chooseImages(tree, surface)).toBe(tree);
  });

  it.each([
    ['commas', ','],
    ['spaces', ' '],
    ['addresses', 'a.png 1x,'],
    ['addresses that a comma ends', 'a, '],
    ['sizes', '(a) '],
  ])('takes a time that grows with its text: %s', (_title, piece) => {
    const read = (text: string) => choose(h('img', { srcSet: `a.png 1w, ${text}`, sizes: text }));

    expect(getGrowth(read, { before: '', piece, closing: '', after: '' }, 100_000)).toBeUndefined();
  });
});
