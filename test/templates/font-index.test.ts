import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { updateFontIndex } from '../../tools/font-index.ts';
import { useFolder } from '../support/folder.ts';
import { integrityOf, packageEntries, toTarball } from '../support/font-server.ts';
import { type Page, startPages } from '../support/page-server.ts';

const folder = useFolder();
const version = '9.1.0';
const ids = ['anton', 'vt323', 'broken'];
const pages = new Map<string, Page>();
let registry: Awaited<ReturnType<typeof startPages>>;
beforeAll(async () => {
  registry = await startPages(pages);
  // two families a page, as if there were more; one of another scope, and one of the core
  const names = [...ids.map((id) => `@fontsource/${id}`), '@fontsource-utils/core', '@fontsource/inter'];
  const objects = names.map((name) => ({ package: { name } }));
  const search = (from: number) => `/-/v1/search?text=scope:fontsource&size=250&from=${from}`;
  pages.set(search(0), JSON.stringify({ total: 300, objects: objects.slice(0, 2) }));
  pages.set(search(250), JSON.stringify({ total: 300, objects: objects.slice(2) }));
  for (const id of ids) {
    const tarball = toTarball(id === 'broken' ? [] : packageEntries(id));
    const versions = { [version]: { dist: { integrity: integrityOf(tarball) } } };
    pages.set(`/@fontsource/${id}`, JSON.stringify({ 'dist-tags': { latest: version }, versions }));
    pages.set(`/@fontsource/${id}/-/${id}-${version}.tgz`, (_request, response) => response.end(tarball));
  }
});
afterAll(() => registry.stop());

const open = async () => {
  const file = join(folder, 'index.json');
  const known = { id: 'vt323', name: 'VT323', kind: 'display', version: '1.0.0', integrity: 'sha512-x', popular: true };
  await writeFile(file, JSON.stringify([known]));
  return file;
};

it('the index is made whole from a registry, and families keep what people wrote about them', async () => {
  const file = await open();

  expect(await updateFontIndex(file, registry.origin, 'all')).toEqual({
    families: 2,
    changed: ['anton', 'vt323'],
    left: [{ id: 'broken', problem: 'The package has no metadata.json.' }],
  });
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject([
    { id: 'anton', name: 'Anton', kind: 'sans', version },
    { id: 'vt323', name: 'VT323', kind: 'display', version, popular: true },
  ]);
});

it('what has not changed is not fetched again', async () => {
  const file = await open();
  await updateFontIndex(file, registry.origin, ['anton']);
  registry.fetched.length = 0;
  const again = await updateFontIndex(file, `${registry.origin}/`, ['anton', 'inter']);
  expect(again).toEqual({ families: 2, changed: [], left: [] });
  expect(registry.fetched).toEqual(['/@fontsource/anton']);
});
