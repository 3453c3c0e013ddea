import { describe, expect, it } from 'vitest';
import { paint } from '../../../../../lambdas/core/engines/satori/raster/paint.ts';
import { cutDocument } from '../../../../../lambdas/core/engines/satori/raster/pieces.ts';
import { templateCache } from '../../../../../lambdas/core/engines/satori/raster/template-cache.ts';
import { reusedWords, wordsOf } from '../../../../../lambdas/core/picture/pixels.ts';
import { parseXml } from '../../../../../lambdas/core/picture/svg/xml.ts';
import { resvgPixels } from '../../../../support/resvg.ts';

const [width, height] = [120, 90];

const gradient = (line: string) => `<linearGradient id="g" ${line}>
  <stop offset="10%" stop-color="rgba(200,30,60,0.35)"/><stop offset="55%" stop-color="#16a34a"/><stop offset="90%" stop-color="#1e3a8a"/>
</linearGradient>`;
const rect = (fill: string, box = 'x="0" y="0" width="120" height="90"') => `<rect ${box} fill="${fill}"/>`;

/** The picture of a document, and how many pixels were rasterised for it. */
const painted = async (body: string) => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>`;
  const cut = cutDocument(parseXml(svg), width, height);
  if (!cut) throw new Error('not cut');
  let rasterised = 0;
  const rasterise = async (part: string) => {
    const pixels = resvgPixels(part);
    rasterised += pixels.length / 4;
    return pixels;
  };
  const { canvas } = await paint(cut, 'template', { cache: templateCache(1 << 20), words: reusedWords(), rasterise });
  return { words: canvas.words, rasterised, expected: wordsOf(resvgPixels(svg)) };
};

describe('stripes', () => {
  it.each([
    ['from the top to the bottom', gradient('x1="0" y1="0" x2="0" y2="1"') + rect('url(#g)'), height],
    [
      'from the bottom, in pixels',
      gradient('gradientUnits="userSpaceOnUse" x1="9" y1="80" x2="9" y2="3"') + rect('url(#g)'),
      height,
    ],
    ['from side to side', gradient('x1="0" y1="0.3" x2="1" y2="0.3"') + rect('url(#g)'), width],
    ['over and over', gradient('x1="0" y1="0" x2="0" y2="0.2" spreadMethod="reflect"') + rect('url(#g)'), height],
    ['one colour with an alpha', rect('rgba(20,40,60,0.4)'), height],
  ])('are rasterised once and then repeated: %s', async (_what, body, pixels) => {
    const { words, rasterised, expected } = await painted(body);

    expect(rasterised).toBe(pixels);
    expect(words).toEqual(expected);
  });

  it('end where their box does', async () => {
    const body = gradient('x1="0" y1="0" x2="0" y2="1"') + rect('url(#g)', 'x="31" y="0" width="43" height="60"');

    const { words, rasterised, expected } = await painted(body);

    expect(rasterised).toBeLessThan(height);
    expect(words).toEqual(expected);
  });

  it.each([
    ['a gradient at an angle', gradient('x1="0" y1="0" x2="1" y2="1"') + rect('url(#g)')],
    [
      'a gradient that is turned',
      gradient('x1="0" y1="0" x2="0" y2="1" gradientTransform="rotate(30)"') + rect('url(#g)'),
    ],
    ['an edge between pixels', rect('rgba(20,40,60,0.4)', 'x="0.5" y="0" width="90" height="90"')],
    ['round corners', rect('rgba(20,40,60,0.4)" rx="8')],
  ])('are not seen in what has none: %s', async (_what, body) => {
    const { words, rasterised, expected } = await painted(body);

    expect(rasterised).toBeGreaterThan(width * 40);
    expect(words).toEqual(expected);
  });
});
