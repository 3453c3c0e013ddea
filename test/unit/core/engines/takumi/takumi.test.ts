import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { openEngine } from '../../../../../lambdas/core/engines/open-engine.ts';
import { sourcePositionProperty } from '../../../../../lambdas/core/vnode/source-position.ts';
import type { VElement } from '../../../../../lambdas/core/vnode/vnode.ts';
import { box, h } from '../../../../golden/element.ts';
import { dataUri, sampleImages } from '../../../../golden/sample-images.ts';
import { engineParts, getScene } from '../../../../support/takumi.ts';

const engine = openEngine('takumi', engineParts());
const course = { enter: () => undefined };

const look = async (tree: VElement, colour?: string) => {
  const looked = await engine.look(getScene(tree), { hasTexts: true, colour }, course);
  const { data, width } = await looked.paint();
  const pixelAt = (x: number, y: number) => [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)];
  return { ...looked, pixelAt };
};
const png = { format: 'png' } as const;

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
  ])('is left out, and the rest is rendered: %s: %s', async (property, value) => {
    const { pixelAt } = await look(box({ width: 100, height: 100, background: '#ff0000', [property]: value }, 'a'));

    expect(pixelAt(90, 90)).toEqual([255, 0, 0, 255]);
  });

  it('is told with its place, each of them', async () => {
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

it.each(['', 'x', 'constructor', 'zh-hant-hant', 'de-DE', 'en_US'])(
  'a language spoken or not ends no image: %s',
  async (lang) => {
    const { pixelAt } = await look(h('div', { lang, style: { width: 100, height: 100, background: '#ff0000' } }, 'a'));

    expect(pixelAt(90, 90)).toEqual([255, 0, 0, 255]);
  },
);

describe('an image', () => {
  it.each(['png', 'jpeg', 'webp', 'avif', 'gif', 'svg', 'turned', 'transparent'] as const)(
    'is rendered: %s',
    async (name) => {
      const type = { svg: 'image/svg+xml' }[name as string] ?? 'image/png';
      const src = dataUri(type, sampleImages[name]);

      const { failedImages, pixelAt } = await look(h('img', { src, width: 100, height: 100 }));

      expect(failedImages).toEqual([]);
      expect(pixelAt(60, 20)[3]).toBeGreaterThan(100);
    },
  );

  it('that is none leaves its box empty, and says so', async () => {
    const tree = box(
      {},
      h('img', { width: 50, height: 50 }),
      h('img', { src: dataUri('image/png', sampleImages.broken) }),
    );

    const { failedImages } = await look(tree);

    expect(failedImages).toHaveLength(1);
  });

  describe('of vectors keeps its proportions', () => {
    const blue = [0, 0, 255, 255];
    const inside = '<rect width="80" height="40" fill="#0000ff"/><rect width="12" height="40" fill="#ff0000"/>';
    const vector = (attributes: string) =>
      dataUri('image/svg+xml', Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`));
    const sized = vector('width="80" height="40" viewBox="0 0 80 40"');
    const sizeless = vector('viewBox="0 0 80 40"');
    const square = { width: 60, height: 60 };
    const inBox = (src: string, style = {}) =>
      box({ display: 'flex' }, h('img', { src, style: { ...square, ...style } }));

    it.each([
      ['covering its box', inBox(sized, { objectFit: 'cover' }), blue, blue],
      ['covering it from the right', inBox(sized, { objectFit: 'cover', objectPosition: '100% 0' }), blue, blue],
      ['in its own size', inBox(sized, { objectFit: 'none' }), [0, 0, 0, 0], blue],
      ['without a size', inBox(sizeless), [0, 0, 0, 0], [255, 0, 0, 255]],
      [
        'in the tree',
        box(
          { display: 'flex' },
          h('svg', { viewBox: '0 0 80 40', style: square }, h('rect', { width: 80, height: 40, fill: '#0000ff' })),
        ),
        [0, 0, 0, 0],
        blue,
      ],
    ])('%s', async (_what, tree, atTop, atLeft) => {
      const { pixelAt } = await look(tree);

      expect([pixelAt(30, 3), pixelAt(3, 30)]).toEqual([atTop, atLeft]);
    });
  });

  it('that takumi cannot read leaves its box empty', async () => {
    const hidden = h('svg', { width: 0, height: 0 }, h('defs', {}));
    const tree = box({ width: 100, height: 100, background: '#ff0000', color: 'redd' }, hidden, 'a');

    const { pixelAt } = await look(tree);

    expect(pixelAt(90, 90)).toEqual([255, 0, 0, 255]);
  });

  it('of a file or an address is opened by nobody', async () => {
    for (const src of ['file:///etc/passwd', '/etc/passwd', 'http://127.0.0.1/a.png']) {
      const { failedImages } = await look(
        box({ backgroundImage: `url(${src})` }, h('img', { src, width: 9, height: 9 })),
      );
      expect(failedImages.map(({ url }) => url)).toEqual([src]);
    }
  });
});

describe('colours', () => {
  it('come multiplied by alpha', async () => {
    const { pixelAt } = await look(box({ width: 100, height: 100, background: 'rgba(200,100,50,0.5)' }));

    const [red = 0, green = 0, blue = 0, alpha] = pixelAt(50, 50);
    expect(alpha).toBe(128);
    for (const [seen, meant] of [
      [red, 100],
      [green, 50],
      [blue, 25],
    ] as const)
      expect(Math.abs(seen - meant)).toBeLessThanOrEqual(1);
  });
});

describe('where texts lie', () => {
  const getBoxes = async (tree: VElement) =>
    (await look(tree)).texts.map(({ text, box: { left, top } }) => `${text} ${Math.round(left)} ${Math.round(top)}`);

  it('is known in a block with padding and borders', async () => {
    expect(await getBoxes(box({ padding: 20, border: '3px solid red', display: 'block' }, 'one'))).toEqual([
      'one 23 24',
    ]);
  });

  it('is known between blocks, and in what is inside a line', async () => {
    const tree = box({ display: 'block' }, 'one ', h('b', {}, 'two'), box({ height: 30 }, 'three'), 'four');

    const [one, two, three, four] = await getBoxes(tree);
    expect([one, three, four]).toEqual(['one  0 1', 'three 0 21', 'four 0 51']);
    expect(two).toMatch(/^two [23]\d 1$/);
  });

  it('is known of things of a flex box, of lines from right to left, and of pieces in capitals', async () => {
    const tree = box(
      { display: 'flex', flexDirection: 'column' },
      box({ display: 'flex', gap: 10 }, box({ width: 40 }, 'a'), box({ textTransform: 'uppercase' }, 'straight')),
      h('div', { dir: 'rtl', lang: 'he' }, 'שלום ', h('b', {}, 'עולם')),
    );

    const boxes = await getBoxes(tree);
    expect(boxes).toHaveLength(4);
    expect(boxes[1]).toBe('straight 50 1');
    const [first = 0, second = 0] = boxes.slice(2).map((line) => Number(line.split(' ').at(-2)));
    expect(first).toBeGreaterThan(second);
  });
});

describe('a text with `fit`', () => {
  it('is as large as its box allows', async () => {
    const fitted = (words: string) => h('div', { fit: true, style: { width: 180, height: 60 } }, words);

    const [short] = (await look(fitted('Short'))).texts;
    const [long] = (await look(fitted('A title with many more words than the one before'))).texts;

    expect(short?.box.height).toBeGreaterThan(45);
    expect(long?.box.height).toBeLessThanOrEqual(61);
    expect(long?.box.width).toBeLessThanOrEqual(181);
  });
});

describe('bytes', () => {
  it('are the same whatever was rendered before', async () => {
    const card = (words: string) =>
      box({ width: '100%', height: '100%', padding: 9, color: '#123', fontWeight: 600 }, words);
    const render = async (one: typeof engine, words: string) =>
      Buffer.from((await one.render({ ...getScene(card(words)), ...png }, course)).bytes).toString('base64');
    const alone = await render(openEngine('takumi', engineParts()), 'Same 東京 → ✓');
    for (const words of ['Привет', '東京都', 'ไทย', 'שלום', '→ ★', '🎉']) await render(engine, words);

    expect(await render(engine, 'Same 東京 → ✓')).toBe(alone);
  });
});

describe('a PNG', () => {
  it('is what the pixels are, with what previewers get where it is too large for them', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const create = { width: 700, height: 400, channels: 3, background: 'white', noise } as const;
    const file = await sharp({ create }).png().toBuffer();
    const src = `data:image/png;base64,${file.toString('base64')}`;
    const scene = { ...getScene(box({}, h('img', { src, width: 700, height: 400 })), 700, 400), ...png };

    const { bytes, forPreviewers } = await engine.render({ ...scene, isForPreviewers: true }, course);

    const looked = await engine.look(scene, { hasTexts: false }, course);
    const { data } = await looked.paint();
    expect(data.equals(await sharp(bytes).ensureAlpha().raw().toBuffer())).toBe(true);
    expect(bytes.length).toBeGreaterThan(300_000);
    expect(forPreviewers?.format).toBe('jpeg');
  });
});
