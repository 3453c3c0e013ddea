import { describe, expect, it } from 'vitest';
import { paint } from '../../../../../lambdas/core/engines/satori/raster/paint.ts';
import { cutDocument } from '../../../../../lambdas/core/engines/satori/raster/pieces.ts';
import { templateCache } from '../../../../../lambdas/core/engines/satori/raster/template-cache.ts';
import { reusedWords } from '../../../../../lambdas/core/picture/pixels.ts';
import { parseXml } from '../../../../../lambdas/core/picture/svg/xml.ts';
import { resvgPixels } from '../../../../support/resvg.ts';

const documentOf = (body: string) =>
  parseXml(`<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30" viewBox="0 0 40 30">${body}</svg>`);

const cut = (body: string) => {
  const pieces = cutDocument(documentOf(body), 40, 30);
  if (!pieces) throw new Error('not cut');
  return pieces;
};

/** Paints one body after the other under one name; says how many pieces each took to draw. */
const painter = (cache = templateCache(1 << 24)) => {
  const words = reusedWords();
  return async (body: string, name = 'template') => {
    let drawn = 0;
    const draw = async (svg: string) => {
      drawn += 1;
      return resvgPixels(svg);
    };
    const { canvas } = await paint(cut(body), name, { cache, words, rasterise: draw });
    return { drawn, words: canvas.words.slice() };
  };
};

const background = '<rect width="40" height="30" fill="#abc"/><circle cx="8" cy="8" r="5" fill="red"/>';
const title = (x: number) => `<path d="M${x} 20h9v5h-9z" fill="#123"/>`;

describe('paint', () => {
  it('draws what all pictures of a template have once', async () => {
    const draw = painter();
    await draw(background + title(10));
    await draw(background + title(12));

    expect((await draw(background + title(14))).drawn).toBe(1);
  });

  it('shares nothing between two names', async () => {
    const draw = painter();
    for (const x of [10, 12, 14]) await draw(background + title(x));

    expect((await draw(background + title(16), 'another')).drawn).toBe(2);
  });

  it('shows no piece that is not in the picture, however often it was drawn', async () => {
    const draw = painter();
    const bare = '<rect width="40" height="30" fill="#abc"/>';
    const { words } = await painter()(bare + title(10));

    for (let times = 0; times < 4; times += 1) await draw(background + title(10));

    expect((await draw(bare + title(10))).words).toEqual(words);
  });

  it('keeps the order where a kept piece lies over one that moves', async () => {
    const veil = '<rect width="40" height="30" fill="white" fill-opacity="0.5"/>';
    const body = (x: number) => background + title(x) + veil;
    const draw = painter();
    for (const x of [10, 12, 14]) await draw(body(x));

    const { words } = await painter()(body(16));

    expect((await draw(body(16))).words).toEqual(words);
  });

  it('remembers pictures that are laid out in two ways', async () => {
    const draw = painter();
    const dots = (y: number) => [4, 12, 20].map((x) => `<circle cx="${x}" cy="${y}" r="3" fill="red"/>`).join('');
    const body = (y: number, x: number) => `<rect width="40" height="30" fill="#abc"/>${dots(y)}${title(x)}`;
    for (const x of [10, 11, 12]) for (const y of [5, 15]) await draw(body(y, x));

    expect((await draw(body(15, 13))).drawn).toBe(1);
    expect((await draw(body(5, 14))).drawn).toBe(1);
  });

  it('forgets the template used longest ago when memory is full', async () => {
    const cache = templateCache(3 * 40 * 30 * 4);
    const draw = painter(cache);
    for (const name of ['a', 'b', 'c', 'd']) for (const x of [10, 12, 14]) await draw(background + title(x), name);

    expect((await draw(background + title(16), 'd')).drawn).toBe(1);
    expect((await draw(background + title(16), 'a')).drawn).toBe(2);
    expect(cache.calculatedSize).toBeLessThanOrEqual(3 * 40 * 30 * 4);
  });
});

describe('cutDocument', () => {
  it.each([
    [
      'blending, which looks at what lies beneath',
      '<g style="mix-blend-mode:multiply"><rect width="9" height="9"/></g>',
    ],
    ['style sheets, which reach everything', '<style>rect{fill:red}</style><rect width="9" height="9"/>'],
  ])('leaves documents with %s as they are', (_what, body) => {
    expect(cutDocument(documentOf(body), 40, 30)).toBeUndefined();
  });

  it('takes out clips and masks that take nothing away', () => {
    const clips =
      '<clipPath id="c"><rect width="40" height="30"/></clipPath><mask id="m"><rect x="1" y="1" width="9" height="9" fill="#fff"/></mask>';
    const [around, within] = cut(
      `${clips}<rect x="2" y="2" width="5" height="5" clip-path="url(#c)" mask="url(#m)" fill="red"/>` +
        '<rect x="2" y="2" width="20" height="5" clip-path="url(#c)" mask="url(#m)" fill="red"/>',
    ).pieces;

    expect(around?.svg).toBe('<rect x="2" y="2" width="5" height="5" fill="red"/>');
    expect(within?.svg).toContain('mask="url(#m)"');
    expect(within?.svg).not.toContain('clip-path');
  });

  it.each([
    [
      'an edge within a pixel',
      '<rect x="2.5" width="9" height="9" clip-path="url(#c)" fill="red"/>',
      '<rect x="2.5" width="9" height="30"/>',
    ],
    [
      'a stroke',
      '<rect x="2" width="9" height="9" stroke="red" clip-path="url(#c)"/>',
      '<rect x="2" width="9" height="9"/>',
    ],
    ['a round corner', '<rect width="9" height="9" clip-path="url(#c)"/>', '<rect width="9" height="9" rx="3"/>'],
    [
      'a picture made smaller',
      '<image width="9" height="9" href="data:image/png;picture=x-30-30," preserveAspectRatio="none" clip-path="url(#c)"/>',
      '<rect width="9" height="9"/>',
    ],
  ])('keeps a clip that matters: %s', (_what, element, window) => {
    const [piece] = cut(`<clipPath id="c">${window}</clipPath>${element}`).pieces;

    expect(piece?.svg).toContain('clip-path');
  });
});
