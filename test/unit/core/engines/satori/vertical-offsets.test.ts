import { Resvg } from '@resvg/resvg-js';
import { describe, expect, it } from 'vitest';
import { layoutEngine } from '../../../../../lambdas/core/engines/satori/layout.ts';
import { rasteriseWithResvg } from '../../../../../lambdas/core/engines/satori/raster/rasterise.ts';
import { writeXml } from '../../../../../lambdas/core/picture/svg/xml.ts';
import { box } from '../../../../golden/element.ts';
import { installed, layOut } from '../../../../support/layout.ts';

/** First and last row with ink of a text in a picture 200 high. */
const inkOf = async (text: string, layOutText = layOut) => {
  const tree = box({ width: '100%', height: '100%', paddingTop: 60, fontSize: 48, lineHeight: '80px' }, text);
  const { document, fill } = await layOutText({ tree, width: 200, height: 200, devicePixelRatio: 1, images: {} });
  const { data } = rasteriseWithResvg(await fill(writeXml(document)), Resvg, 200);
  const inked = Array.from({ length: 200 }, (_none, y) => y).filter((y) =>
    data.subarray(y * 800, (y + 1) * 800).some((byte, at) => at % 4 === 3 && byte > 64),
  );
  return { top: inked[0] as number, bottom: inked.at(-1) as number };
};

describe('marks', () => {
  it.each([
    ['a vowel over a high Arabic letter', 'لَ', 'ل'],
    ['a doubling sign over a high Arabic letter', 'لّ', 'ل'],
    ['a second mark over the first', 'لَّ', 'لّ'],
  ])('stand above: %s', async (_name, marked, plain) => {
    expect((await inkOf(marked)).top).toBeLessThan((await inkOf(plain)).top - 2);
  });

  it('stand below: a vowel under the dot of a letter', async () => {
    expect((await inkOf('بِ')).bottom).toBeGreaterThan((await inkOf('ب')).bottom + 2);
    expect((await inkOf('بِ')).top).toBe((await inkOf('ب')).top);
  });

  it('are turned around because satori draws what belongs above a letter below it', async () => {
    const unturned = layoutEngine(installed());

    const isRight = (await inkOf('لَ', unturned)).top < (await inkOf('ل', unturned)).top - 2;

    expect(isRight, 'upstream has mended this: remove vertical-offsets.ts').toBe(false);
  });
});
