import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import * as library from 'harfbuzzjs';
import { expect, it } from 'vitest';
import { openOutlines } from '#engine/rendering/svg/text/harfbuzz.ts';

const require = createRequire(import.meta.url);

const openFont = async (): Promise<ArrayBuffer> => {
  const packed = await readFile(require.resolve('@fontsource/inter/files/inter-latin-400-normal.woff2'));
  return new Uint8Array(await require('fontverter').convert(packed, 'sfnt')).buffer;
};
const plain = { direction: 'ltr', language: undefined, features: '' } as const;

it('a font has its letters', async () => {
  const { extents, unitsPerEm, shape, outlineOf } = openOutlines(library, await openFont());

  const glyphs = shape('To', plain);

  expect([extents.ascender > 0, extents.descender < 0, unitsPerEm]).toEqual([true, true, 2_048]);
  expect(glyphs.map(({ id, cluster }) => [id === 0, cluster])).toEqual([
    [false, 0],
    [false, 1],
  ]);
  expect(glyphs.map(({ id }) => outlineOf(id).slice(0, 1))).toEqual(['M', 'M']);
});

it('features and languages that are none are left out', async () => {
  const { shape } = openOutlines(library, await openFont());
  const expected = shape('To 11', { ...plain, features: 'tnum' });

  const features = `${'none of them at all,'.repeat(10_000)}tnum`;
  expect(shape('To 11', { direction: 'ltr', language: '日本', features })).toEqual(expected);
  expect(expected).not.toEqual(shape('To 11', plain));
});

it('a font is opened once, whatever is rendered with it', async () => {
  const font = await openFont();
  let opened = 0;
  class Counted extends library.Blob {
    constructor(data: ArrayBuffer) {
      super(data);
      opened += 1;
    }
  }
  const counting = { ...library, Blob: Counted as typeof library.Blob };
  for (let round = 0; round < 3; round += 1) openOutlines(counting, font).shape('To', plain);

  expect(opened).toBe(1);
});
