import { Resvg } from '@resvg/resvg-js';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { type Layout, layoutEngine } from '../../../../../lambdas/core/engines/satori/layout.ts';
import { layoutRasteriser } from '../../../../../lambdas/core/engines/satori/raster/layout-rasteriser.ts';
import { EngineDamage, EngineRefusal } from '../../../../../lambdas/core/picture/engine-errors.ts';
import { parseXml } from '../../../../../lambdas/core/picture/svg/xml.ts';
import { box, h } from '../../../../golden/element.ts';
import { layOut } from '../../../../support/layout.ts';

const size = { width: 20, height: 10 };
const layout: Layout = {
  document: parseXml(
    '<svg width="20" height="10" viewBox="0 0 20 10"><path d="M0 0H20V10H0Z" fill="#ff0000" xmlns="http://www.w3.org/2000/svg"/></svg>',
  ),
  fill: async (svg) => svg.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"'),
  failedImages: [],
  missingGlyphs: [],
  styleErrors: [],
  boxes: new Map(),
};
class RefusingResvg {
  constructor() {
    throw new Error('not today');
  }
}
const refusing = RefusingResvg as unknown as typeof Resvg;

describe.each(['pixelsOf', 'paintingOf'] as const)('%s', (way) => {
  const drawn = (drawing: Layout, engine = Resvg, isSecondTry = false) =>
    layoutRasteriser(engine, sharp)[way]({ layout: drawing, ...size, isSecondTry }, 'template');

  it('says nothing where the rasteriser draws', async () => {
    expect((await drawn(layout)).fallback).toBeUndefined();
  });

  it('says why another rasteriser drew', async () => {
    expect((await drawn(layout, refusing)).fallback).toBe('resvg: not today');
    expect((await drawn(layout, Resvg, true)).fallback).toBe('resvg ended its process');
  });

  it('draws nothing over a mistake of our own', async () => {
    let calls = 0;
    const fill = async (svg: string) => {
      calls += 1;
      if (calls === 1) throw new TypeError('undefined is not an object');
      return layout.fill(svg);
    };

    await expect(drawn({ ...layout, fill })).rejects.toThrow(TypeError);
  });
});

describe('layout', () => {
  const request = { ...size, devicePixelRatio: 1, images: {} };

  it('refuses what satori throws at, and keeps what it threw', async () => {
    const refusal = layOut({ ...request, tree: h('svg', { width: 9, height: 9 }, h('text', {}, 'x')) });

    await expect(refusal).rejects.toBeInstanceOf(EngineRefusal);
    await expect(refusal).rejects.not.toBeInstanceOf(EngineDamage);
    await expect(refusal).rejects.toMatchObject({ cause: expect.any(Error) });
  });

  it('takes no error of our own for damage of satori, nor for a refusal', async () => {
    const fonts = {
      describe: () => {
        throw new RangeError('offset is outside the bounds of the DataView');
      },
      load: () => undefined,
      loadOwn: () => undefined,
    };
    const broken = layoutEngine({ fonts, emoji: () => undefined, sharp });

    const failure = broken({ ...request, tree: box({}, 'text') });

    await expect(failure).rejects.toThrow(RangeError);
    await expect(failure).rejects.not.toBeInstanceOf(EngineRefusal);
  });
});
