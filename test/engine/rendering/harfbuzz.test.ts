import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createHarfBuzzLoader, openOutlines } from 'image-url-engine/rendering/svg/text/harfbuzz.ts';
import { expect, it } from 'vitest';

const require = createRequire(import.meta.url);

it('the first font of an instance has its letters', async () => {
  const load = createHarfBuzzLoader(async () => require('harfbuzzjs/hbjs.js')(await require('harfbuzzjs/hb.js')()));
  const packed = await readFile(require.resolve('@fontsource/inter/files/inter-latin-400-normal.woff2'));
  const font = new Uint8Array(await require('fontverter').convert(packed, 'sfnt')).buffer;

  const { extents, shape } = openOutlines(await load(), font);

  expect(extents.ascender).toBeGreaterThan(0);
  const glyphs = shape('To', { direction: 'ltr', language: undefined, features: '' });
  expect(glyphs.map(({ id }) => id === 0)).toEqual([false, false]);
});
