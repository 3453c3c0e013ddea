import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { createHarfBuzzLoader, openOutlines } from '#engine/rendering/svg/text/harfbuzz.ts';

const require = createRequire(import.meta.url);

const openFont = async (): Promise<ArrayBuffer> => {
  const packed = await readFile(require.resolve('@fontsource/inter/files/inter-latin-400-normal.woff2'));
  return new Uint8Array(await require('fontverter').convert(packed, 'sfnt')).buffer;
};

it('the first font of an instance has its letters', async () => {
  const load = createHarfBuzzLoader(async () => require('harfbuzzjs/hbjs.js')(await require('harfbuzzjs/hb.js')()));

  const { extents, shape } = openOutlines(await load(), await openFont());

  expect(extents.ascender).toBeGreaterThan(0);
  const glyphs = shape('To', { direction: 'ltr', language: undefined, features: '' });
  expect(glyphs.map(({ id }) => id === 0)).toEqual([false, false]);
});

it('the first block of an instance takes all bytes that are written over', async () => {
  const open = async () => {
    const module = await require('harfbuzzjs/hb.js')();
    return { module, library: require('harfbuzzjs/hbjs.js')(module) };
  };
  const { module, library } = await open();
  const first = module.wasmExports.malloc(1_000);
  const written = () => module.HEAPU8.slice(first, first + 1_000) as Uint8Array;
  module.HEAPU8.fill(0xab, first, first + 1_000);
  openOutlines(library, await openFont());
  const last = written().findLastIndex((byte) => byte !== 0xab);

  const sizes: number[] = [];
  const createBlob = (data: ArrayBuffer) => sizes.push(data.byteLength);
  await createHarfBuzzLoader(async () => ({ ...(await open()).library, createBlob }))();

  expect(last).toBeGreaterThan(0);
  expect(sizes).toEqual([expect.any(Number)]);
  expect(sizes[0]).toBeGreaterThan(last);
});
