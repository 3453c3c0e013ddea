import { describe, expect, it } from 'vitest';
import { openRenderer } from '#engine/engines/open-engine.ts';
import { sourcePositionProperty } from '#engine/vnode/source-position.ts';
import type { VElement } from '#engine/vnode/vnode.ts';
import { engineParts, getScene } from '../../../support/takumi.ts';
import { box, h, styled } from '../../golden/element.ts';
import { dataUri, sampleImages } from '../../golden/sample-images.ts';

const engine = openRenderer('takumi', engineParts());
const course = { enter: () => undefined };

const natural = { src: dataUri('image/png', sampleImages.png) };

const look = async (tree: VElement, colour?: string) => {
  const looked = await engine.look(getScene(tree), { hasTexts: true, colour }, course);
  const { data, width } = await looked.paint();
  const pixelAt = (x: number, y: number) => [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)];
  return { ...looked, pixelAt };
};

describe('the width of a text', () => {
  const widthIn = async (text: string, width: number) => {
    const { texts } = await look(box({ fontSize: 16, width }, text));
    return texts[0]?.box.width ?? 0;
  };

  it('leaves out the space that hangs over the end of a line', async () => {
    const line = await widthIn('Hamburg', 200);
    expect(await widthIn('Hamburg Hamburg', Math.ceil(line))).toBeLessThanOrEqual(Math.ceil(line));
  });

  it('counts a word that does not fit', async () => {
    expect(await widthIn('Hamburg Hamburg', 40)).toBeGreaterThan(60);
  });
});

describe('the ground of a bordered box', () => {
  const bordered = { width: 140, height: 100, borderRadius: 40, border: '4px solid #000000', background: '#ffff00' };

  it('has the shape of its corners', async () => {
    const { pixelAt } = await look(box({ ...bordered, cornerShape: 'squircle' }));
    expect([pixelAt(12, 10), pixelAt(1, 50), pixelAt(0, 0)[3]]).toEqual([[255, 255, 0, 255], [0, 0, 0, 255], 0]);
  });

  it('is the same where a position or a clip is declared that changes nothing', async () => {
    const paint = async (style: Record<string, string> = {}) => (await look(box({ ...bordered, ...style }))).paint();
    const { data } = await paint();
    for (const style of [
      { bottom: 'auto' },
      { transform: 'none' },
      { transform: 'rotateX(30deg)' },
      { backgroundClip: 'border-box' },
    ])
      expect(Buffer.compare((await paint(style)).data, data), JSON.stringify(style)).toBe(0);
  });
});

describe('a declaration takumi cannot read', () => {
  it.each([
    ['margin', ''],
    ['whiteSpace', 'no-wrap'],
    ['backgroundImage', 'https://a.test/a.png'],
    ['objectPosition', 'here and there'],
    ['display', 'contents'],
    ['color', 'redd'],
    ['fontSize', 'var(--nothing'],
    ['color', 5],
  ])('is ignored, and the rest is rendered: %s: %s', async (property, value) => {
    const { pixelAt } = await look(box({ width: 100, height: 100, background: '#ff0000', [property]: value }, 'a'));
    expect(pixelAt(90, 90)).toEqual([255, 0, 0, 255]);
  });

  it('is reported with its position, each of them', async () => {
    const tree = h(
      'div',
      { style: { whiteSpace: 'no-wrap', color: 'redd' }, [sourcePositionProperty]: '3:5' },
      h('b', { style: { color: 'redd', width: 'wide' }, [sourcePositionProperty]: '4:7' }, 'a'),
    );

    const { unreadable } = await look(tree);

    expect(unreadable.map(({ property, position }) => `${property} ${position}`)).toEqual([
      'whiteSpace 3:5',
      'color 3:5',
      'color 4:7',
      'width 4:7',
    ]);
  });

  it('takes no long search where there are many', async () => {
    const many = Array.from({ length: 300 }, (_, n) => box({ width: `wide-${n}`, height: 1 }, 'a'));
    const { unreadable } = await look(box({}, many));
    expect(unreadable).toHaveLength(300);
  });
});

const languages = ['', 'x', 'constructor', 'zh-hant-hant', 'de-DE', 'en_US'];
it.each(languages)('a language spoken or not ends no image: %s', async (lang) => {
  const { pixelAt } = await look(h('div', { lang, style: { width: 100, height: 100, background: '#ff0000' } }, 'a'));
  expect(pixelAt(90, 90)).toEqual([255, 0, 0, 255]);
});

describe('an image', () => {
  it('that is none leaves its box empty, and says so', async () => {
    const broken = h('img', { src: dataUri('image/png', sampleImages.broken) });
    const tree = box({}, h('img', { width: 50, height: 50 }), broken);
    const { failedImages } = await look(tree);
    expect(failedImages).toHaveLength(1);
  });

  it('hidden beside a text takes nothing from its box', async () => {
    const hidden = h('svg', { width: 0, height: 0 }, h('defs', {}));
    const tree = box({ width: 100, height: 100, background: '#ff0000', color: 'redd' }, hidden, 'a');
    const { pixelAt } = await look(tree);
    expect(pixelAt(90, 90)).toEqual([255, 0, 0, 255]);
  });

  it('of a file or an address is never opened', async () => {
    for (const src of ['file:///a.png', '/a.png', 'http://192.0.2.1/a.png']) {
      const tree = box({ backgroundImage: `url(${src})` }, h('img', { src, width: 9, height: 9 }));
      const { failedImages } = await look(tree);
      expect(failedImages.map(({ url }) => url)).toEqual([src]);
    }
  });
});

describe('an image as wide or as high as its box', () => {
  const image = dataUri('image/png', sampleImages.png);
  const picture = (style: string) => styled('img', style, []);
  const filling = {
    ...picture('width: 100%; height: 100%'),
    props: { src: image, style: { width: '100%', height: '100%' } },
  };
  const red = [255, 0, 0, 255];

  it.each([
    ['a cell of a grid', 'display: grid; grid-template-rows: 1fr; width: 60; height: 110', ''],
    ['an item of a flex row', 'display: flex; width: 60; height: 110', 'flex: 1'],
    ['an item that grows in a flex column', 'display: flex; flex-direction: column; width: 60; height: 110', 'flex: 1'],
    ['a box between two sides', 'position: relative; width: 60; height: 110', 'position: absolute; inset: 0'],
  ])('fills %s', async (_name, around, style) => {
    const { pixelAt } = await look(box(around, box(`${style}; background: #ff0000`, filling)));
    expect(pixelAt(30, 100)).not.toEqual(red);
  });

  it.each([
    ['an item of a flex row', 'display: flex; width: 200; height: 40', 'flex: 0 0 20px'],
    ['an item that takes a share', 'display: flex; width: 60; height: 40', 'flex: 1'],
    ['an item with more in it', 'display: flex; width: 60; height: 40', 'flex: 0 0 20px', 'a'],
    ['a track of a grid', 'display: grid; grid-template-columns: 20px 1fr; width: 60; height: 40', ''],
  ])('does not widen %s', async (_name, around, style, ...beside) => {
    const { pixelAt } = await look(
      box(
        around,
        box(style, { ...filling, props: { ...filling.props, style: { width: '100%' } } }, ...beside),
        box('flex: 1; background: #ff0000'),
      ),
    );
    expect(pixelAt(55, 20)).toEqual(red);
  });
});

describe('a box without a size in pixels', () => {
  it('is as high as its lines with a width of min-content', async () => {
    const narrow = { style: { width: 'min-content', fontSize: 20 }, [sourcePositionProperty]: '3:5' };
    const { boxes } = await look(box({ display: 'flex', flexDirection: 'column' }, h('div', narrow, 'one two three')));
    expect((await boxes()).map(({ height }) => height > 60)).toEqual([true]);
  });

  it.each([
    [{ style: { width: '50%', height: 100 } }, { cx: '50%' }],
    [{ width: 50, height: 50, style: { width: 100, height: 100 } }, { cx: '50%' }],
    [{ width: '50%', height: 100 }, { cx: '50%' }],
  ])('has percentages in an <svg> without a view box: %j', async (props, shape) => {
    const circle = h('circle', { ...shape, cy: '50%', r: 20, fill: '#ff0000' });
    const { pixelAt } = await look(box({ width: 200, height: 200 }, h('svg', props, circle)));
    expect([pixelAt(50, 50), pixelAt(50, 66), pixelAt(66, 50)]).toEqual(Array(3).fill([255, 0, 0, 255]));
    expect([pixelAt(50, 74)[3], pixelAt(74, 50)[3]]).toEqual([0, 0]);
  });
});

it('an <svg> without a view box leaves the items beside it as wide as they are', async () => {
  const widths = async (props: object) => {
    const marked = { [sourcePositionProperty]: '3:5', style: { width: 100, height: 20 } };
    const svg = h('svg', { height: 20, ...props }, h('rect', { width: '50%', height: '100%' }));
    const { boxes } = await look(box({ display: 'flex', width: 200 }, h('div', marked), svg));
    return (await boxes()).map(({ width }) => width);
  };
  expect(await widths({ width: '100%' })).toEqual(await widths({ width: 200 }));
  expect(await widths({ style: { width: '100%' } })).toEqual(await widths({ width: 200 }));
});

describe('families of a style sheet', () => {
  const widthOf = async (css: string) => {
    const { texts } = await look(box({}, h('style', {}, css), h('span', { className: 'a' }, 'mmmm iiii')));
    return texts[0]?.box.width;
  };

  it.each(['monospace', '"No font", monospace', 'monospace !important'])('may be generic: %s', async (families) => {
    expect(await widthOf(`.a { font-family: ${families} }`)).toBe(await widthOf('.a { font-family: JetBrains Mono }'));
    expect(await widthOf(`.a { font-family: ${families} }`)).not.toBe(await widthOf(''));
  });
});

describe('an image that a style sheet sizes', () => {
  const sizeOf = async (css: string, props: object = {}, style: object = {}) => {
    const image = h('img', { ...natural, className: 'a', [sourcePositionProperty]: '3:5', ...props });
    const { boxes } = await look(box({ width: 200, ...style }, h('style', {}, css), h('p', { className: 'b' }, image)));
    const [found] = await boxes();
    return [found?.width, found?.height];
  };

  it.each([
    '.a { width: 30px; height: 20px }',
    'img { width: 30px; height: 20px }',
    '.b > img { width: 30px; height: 20px } .c img { width: 90px }',
    'img { width: 90px; height: 20px } p .a { width: 30px }',
    '.a { width: 30px !important; height: 20px } p img.a { width: 90px }',
    '.x, .b { .a { width: 30px } & > .a { height: 20px } }',
    '@media (min-width: 1px) { .a { width: 30px; height: 20px } }',
    '.a:first-child { width: 30px; height: 20px }',
    '.a { width: 30px; height: 20px } .b img::after { width: 90px } .b + .a { width: 90px }',
  ])('has that size: %s', async (css) => {
    expect(await sizeOf(css)).toEqual([30, 20]);
    expect(await sizeOf(css, { width: 60, height: 50 })).toEqual([30, 20]);
  });

  it('keeps its proportions, and the size of its style', async () => {
    const [width = 0, height = 0] = await sizeOf('');
    const [wide, high = 0] = await sizeOf('.a { width: 30px }');
    expect(wide).toBe(30);
    expect(high).toBeCloseTo((30 * height) / width, 1);
    expect(await sizeOf('.a { width: 30px; height: 20px }', { style: { width: 40, height: 10 } })).toEqual([40, 10]);
  });

  it('is not wider than the box around it', async () => {
    expect((await sizeOf('img { max-width: 100%; height: auto }', {}, { width: 10 }))[0]).toBe(10);
  });
});

it('hides an element with the attribute hidden', async () => {
  const red = { width: 50, height: 50, background: '#ff0000' };
  const pixelOf = async (props: object) => (await look(box({}, h('div', { style: red, ...props })))).pixelAt(20, 20)[3];
  expect([await pixelOf({ hidden: true }), await pixelOf({ hidden: '' })]).toEqual([0, 0]);
  expect([await pixelOf({ hidden: false }), await pixelOf({})]).toEqual([255, 255]);
});

describe('flex in one word', () => {
  const row = (...children: VElement[]) =>
    box('display: flex; width: 100; height: 20; background: #ffffff', ...children);
  const red = (style: string) => box(`width: 80; height: 20; background: #ff0000; ${style}`);

  it.each([
    ['none keeps its size', 'flex: none', 80],
    ['initial shrinks', 'flex: initial', 50],
  ])('%s', async (_name, style, width) => {
    const { pixelAt } = await look(row(red(style), box('width: 80; height: 20')));
    expect([pixelAt(width - 2, 5), pixelAt(width + 2, 5)]).toEqual([
      [255, 0, 0, 255],
      [255, 255, 255, 255],
    ]);
  });

  it('is read in a style sheet', async () => {
    const item = h('div', { className: 'a', style: { width: 80, height: 20, background: '#ff0000' } });
    const { pixelAt } = await look(row(h('style', {}, '.a { flex: none }'), item, box('width: 80; height: 20')));
    expect(pixelAt(78, 5)).toEqual([255, 0, 0, 255]);
  });
});

it('lays out the children of an element without a box, which inherit from it', async () => {
  const item = (style: object, ...children: VElement[]) => box({ height: 50, width: 50, ...style }, ...children);
  const row = box(
    { display: 'flex' },
    box(
      { display: 'contents', color: '#ff0000', '--b': '#0000ff', background: '#00ff00' },
      item({ background: 'currentColor' }),
      box({ display: 'contents' }, item({ background: 'var(--b)' })),
    ),
  );
  const { pixelAt } = await look(row);
  expect([pixelAt(25, 25), pixelAt(75, 25)]).toEqual([
    [255, 0, 0, 255],
    [0, 0, 255, 255],
  ]);
  expect([pixelAt(25, 75)[3], pixelAt(125, 25)[3]]).toEqual([0, 0]);
});

describe('a box in a line', () => {
  it.each([
    h('div', {
      style: { display: 'inline-block', width: 50, height: 20, margin: '5px 7px 9px' },
      [sourcePositionProperty]: '3:5',
    }),
    h('svg', { width: 50, height: 20, style: { margin: 4, marginTop: -2 }, [sourcePositionProperty]: '3:5' }),
  ])('is measured without its margin', async (element) => {
    const { boxes } = await look(box({ width: 200 }, 'ab ', element));
    expect((await boxes()).map(({ width, height }) => [width, height])).toEqual([[50, 20]]);
  });

  it('has a share of the space that the padding of a style sheet leaves', async () => {
    const image = h('img', { ...natural, style: { width: '100%', height: 20 }, [sourcePositionProperty]: '3:5' });
    const css = '.card { padding: 10px 30px; padding-left: 10px; border: 5px solid }';
    const { boxes } = await look(box({ width: 200 }, h('style', {}, css), h('div', { className: 'card' }, image)));
    expect((await boxes()).map(({ left, width }) => [left, width])).toEqual([[15, 150]]);
  });
});

it('places a text of an <svg> without a view box at a share of its box', async () => {
  const text = h('text', { x: '50%', y: '50%', textAnchor: 'middle', fontSize: 20, fill: '#ff0000' }, 'H');
  const { pixelAt } = await look(box({ width: 120 }, h('svg', { width: '50%', height: 60 }, text)));
  const inked = Array.from({ length: 200 }, (_, x) => x).filter((x) =>
    Array.from({ length: 60 }, (_, y) => pixelAt(x, y)[3]).some(Boolean),
  );
  expect(((inked[0] ?? 0) + (inked.at(-1) ?? 0)) / 2).toBeCloseTo(30, -1);
});
