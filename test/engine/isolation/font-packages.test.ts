import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { fontPackagesIn, packFaces } from '#engine/isolation/render/font-packages.ts';
import { makeInstance, openFonts } from '#engine/isolation/render/fonts.ts';
import { FontsNotReady } from '#engine/rendering/fonts/custom-fonts.ts';
import { readFontTables } from '#engine/rendering/fonts/opentype/font-tables.ts';

const modules = resolve('node_modules');
const load = createRequire(import.meta.url);

/** A folder of modules with one font package and files of it. */
const modulesWith = (name: string, files: Readonly<Record<string, Uint8Array>>): string => {
  const folder = mkdtempSync(join(tmpdir(), 'fonts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, name, 'files'), { recursive: true });
  for (const file of ['package.json', 'metadata.json', 'unicode.json'])
    copyFileSync(join(modules, name, file), join(folder, name, file));
  for (const [file, bytes] of Object.entries(files)) writeFileSync(join(folder, name, 'files', file), bytes);
  return folder;
};

it('faces in one file are those of the WOFF files', () => {
  const { readStatic } = fontPackagesIn(modules);
  const faces = [400, 700].map((weight) => ({ id: 'inter', subset: 'latin', weight, style: 'normal' }) as const);
  const read = (face: (typeof faces)[number]) => new Uint8Array(readStatic(face) ?? expect.fail('no such face'));
  const file = packFaces(faces.map((face) => ({ ...face, data: read(face) })));

  const packed = fontPackagesIn(modulesWith('@fontsource/inter', { 'inter-latin.faces': file }));

  for (const face of faces) expect(new Uint8Array(packed.readStatic(face) ?? expect.fail('none'))).toEqual(read(face));
  expect(packed.readStatic({ id: 'inter', subset: 'latin', weight: 300, style: 'normal' })).toBeUndefined();
  expect(packed.readStatic({ id: 'inter', subset: 'greek', weight: 400, style: 'normal' })).toBeUndefined();
});

it('a face of a variable package is prepared when it is first needed, and is the static one of the layer', async () => {
  const face = { id: 'noto-sans-jp', subset: '119', weight: 700, style: 'normal' } as const;
  const variable = fontPackagesIn(modules).readVariable(face) ?? expect.fail('no variable font');
  const woff = await makeInstance(load, variable, { wght: 700 }, 'woff');
  const layer = modulesWith('@fontsource-variable/noto-sans-jp', { 'noto-sans-jp-119-700-normal.woff': woff });
  const written = openFonts(layer, load).files().load(face);
  const { files, prepare } = openFonts(modules, load);
  const fonts = files();

  const before = fonts.load(face);
  await prepare(new FontsNotReady([face], []));
  const after = fonts.load(face);

  expect(before).toBe('lacking');
  if (typeof after !== 'object' || typeof written !== 'object') return expect.fail('no face');
  // where the tables lie in the file differs, not what they hold
  const [prepared, stored] = [readFontTables(after.data), readFontTables(written.data)];
  for (const tag of ['cmap', 'glyf', 'loca', 'head', 'hhea', 'hmtx', 'maxp', 'GSUB', 'GPOS', 'OS/2'])
    expect(prepared(tag)?.part(0), tag).toEqual(stored(tag)?.part(0) ?? expect.fail(`no table ${tag}`));
  expect(after.coverage.length).toBeGreaterThan(10);
});
