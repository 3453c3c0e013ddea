/**
 * `npm run fonts:index -- [--source URL] [--file FILE] (--all | ID...)`: adds families of Fontsource to the font index,
 * or updates them to their latest version. Each package that is new to the index is fetched, verified and packed.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { fetchTarball, getTarballUrl } from 'image-url-outside/fonts/fetch-tarball.ts';
import { readFontPackage } from 'image-url-outside/fonts/font-package.ts';
import { getNpmRegistry } from 'image-url-outside/fonts/npm-registry.ts';
import { request } from 'undici';
import * as z from 'zod';
import { coreFamilies } from '#engine/rendering/fonts/catalogue.ts';
import { getKind, type IndexedFamily } from '#engine/rendering/fonts/font-index.ts';
import { packFonts, readMetadata } from '#engine/rendering/fonts/font-pack.ts';
import { print } from '../bin/print.ts';

const indexFile = resolve(import.meta.dirname, '../packages/engine/src/rendering/fonts/font-index.json');
const scope = '@fontsource/';
const pageSize = 250;
const atOnce = 4;
const tarballLimits = { deadlineMs: 120_000, mostBytes: 96 << 20 };
const mostUnpackedBytes = 192 << 20;

const searchResult = z.object({
  total: z.number(),
  objects: z.array(z.object({ package: z.object({ name: z.string() }) })),
});
const packument = z.object({
  'dist-tags': z.object({ latest: z.string() }),
  versions: z.record(z.string(), z.object({ dist: z.object({ integrity: z.string().startsWith('sha512-') }) })),
});

const getJson = async (url: string): Promise<unknown> => {
  const { statusCode, body } = await request(url, { headers: { accept: 'application/json' } });
  if (statusCode !== 200) throw new Error(`${url} answers ${statusCode}.`);
  return body.json();
};

/** Returns the ids of all packages of the scope. */
const listAll = async (source: string): Promise<string[]> => {
  const ids = new Set<string>();
  for (let from = 0; ; from += pageSize) {
    const query = `text=scope:fontsource&size=${pageSize}&from=${from}`;
    const { objects, total } = searchResult.parse(await getJson(`${source}/-/v1/search?${query}`));
    for (const { package: found } of objects) if (found.name.startsWith(scope)) ids.add(found.name.slice(scope.length));
    if (objects.length === 0 || from + pageSize >= total) return [...ids];
  }
};

/** Returns the entry of a family at its latest version. @throws Error when its package is unusable */
const readFamily = async (source: string, id: string, known: IndexedFamily | undefined): Promise<IndexedFamily> => {
  const { 'dist-tags': tags, versions } = packument.parse(await getJson(`${source}/${scope}${id}`));
  const version = tags.latest;
  const integrity = versions[version]?.dist.integrity ?? '';
  if (known?.version === version && known.integrity === integrity) return known;
  const fetched = await fetchTarball(getTarballUrl(source, { id, version }), integrity, tarballLimits);
  if (!fetched.ok) throw new Error(fetched.problem);
  const content = await readFontPackage(fetched.bytes, mostUnpackedBytes);
  packFonts(content);
  const { family: name, category } = readMetadata(content.metadata);
  const kind = known?.kind ?? getKind(category);
  return { id, name, kind, version, integrity, ...(known?.popular && { popular: true }) };
};

/** Adds families to an index file. @returns the added and updated families, and the unusable ones with the reason */
export const updateFontIndex = async (file: string, source: string, wanted: readonly string[] | 'all') => {
  const address = source.endsWith('/') ? source.slice(0, -1) : source;
  const core = new Set(coreFamilies.map(({ id }) => id));
  const index = new Map((JSON.parse(await readFile(file, 'utf8')) as IndexedFamily[]).map((one) => [one.id, one]));
  const ids = (wanted === 'all' ? await listAll(address) : [...wanted]).filter((id) => !core.has(id));
  const changed: string[] = [];
  const left: { id: string; problem: string }[] = [];
  const take = async (): Promise<void> => {
    for (let id = ids.pop(); id !== undefined; id = ids.pop()) {
      const known = index.get(id);
      try {
        const family = await readFamily(address, id, known);
        if (family !== known) changed.push(id);
        index.set(id, family);
      } catch (error) {
        left.push({ id, problem: error instanceof Error ? error.message : String(error) });
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, take));
  const lines = [...index.values()].sort((a, b) => (a.id < b.id ? -1 : 1)).map((family) => JSON.stringify(family));
  await writeFile(file, `[\n${lines.join(',\n')}\n]\n`);
  return { families: index.size, changed: changed.sort(), left };
};

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { source: { type: 'string' }, file: { type: 'string' }, all: { type: 'boolean' } },
  });
  const source = values.source ?? (await getNpmRegistry(process.env));
  const result = await updateFontIndex(values.file ?? indexFile, source, values.all ? 'all' : positionals);
  print(JSON.stringify(result, null, 2));
}
