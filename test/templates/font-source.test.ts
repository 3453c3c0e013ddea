import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { openFontSource } from 'image-url-outside/fonts/font-source.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openFontPack } from '#engine/rendering/fonts/font-pack.ts';
import { useFolder } from '../support/folder.ts';
import { integrityOf, packageEntries, type TarEntry, toTarball } from '../support/font-server.ts';
import { type Page, startPages } from '../support/page-server.ts';

/**
 * @promise Rendering: A font source that answers wrong or endless bytes, a redirect into the network, or a package
 *   that unpacks to far more or names files elsewhere; templates that make the service fetch without end
 * @how the SHA-512 of the release's index is verified before parsing; no redirects; bytes, unpacked bytes, entries
 *   and time are limited; no file name of a package is used for writing; each family of the index is stored once for
 *   all accounts, 8 for one template; a failure is cached for 30 s (decision 100)
 * @also test/templates/fonts-by-name.alone.test.ts
 * @figure each is rejected and nothing of it stored
 */

const folder = useFolder();
const entries = packageEntries('vt323').filter(({ name }) => !name.endsWith('.css'));
const tarball = toTarball(entries);
const path = '/@fontsource/vt323/-/vt323-5.3.0.tgz';
const pages = new Map<string, Page>();
let registry: Awaited<ReturnType<typeof startPages>>;
beforeAll(async () => {
  registry = await startPages(pages);
});
afterAll(() => registry.stop());
beforeEach(() => {
  pages.clear();
  registry.fetched.length = 0;
});

const serve = (bytes: Uint8Array): void => {
  pages.set(path, (_request, response) => response.end(bytes));
};
const family = (bytes: Uint8Array = tarball) =>
  ({ id: 'vt323', name: 'VT323', kind: 'display', version: '5.3.0', integrity: integrityOf(bytes) }) as const;
const open = (limits = {}) => openFontSource({ source: registry.origin, limits });
const file = (name: string, content: string | Uint8Array = '', more: Partial<TarEntry> = {}): TarEntry => ({
  ...{ name, content: Buffer.from(content) },
  ...more,
});

describe('a family of the index', () => {
  it('is fetched from its registry, verified and packed', async () => {
    serve(tarball);

    const fetched = await open().fetch(family());

    const { described, find } = openFontPack(fetched.ok ? fetched.pack : expect.fail());
    expect(described).toMatchObject({ weights: [400], styles: ['normal'], mainSubset: 'latin' });
    const woff = entries.find(({ name }) => name.endsWith('vt323-latin-400-normal.woff'))?.content ?? expect.fail();
    const found = find({ subset: 'latin', weight: 400, style: 'normal' });
    expect(Buffer.compare(woff, found ?? expect.fail())).toBe(0);
    expect(registry.fetched).toEqual([path]);
  });

  it('is fetched once for callers at the same time', async () => {
    serve(tarball);
    const source = open();
    const fetched = await Promise.all([source.fetch(family()), source.fetch(family())]);
    expect(fetched.map(({ ok }) => ok)).toEqual([true, true]);
    expect(registry.fetched).toEqual([path]);
  });

  it('that failed is not asked for again at once', async () => {
    const source = open();
    const failed = [await source.fetch(family()), await source.fetch(family())];
    expect(failed[0]).toMatchObject({ ok: false, reason: 'could not be fetched from the font source (HTTP 404)' });
    expect(failed[1]).toBe(failed[0]);
    expect(registry.fetched).toEqual([path]);
  });

  it('cannot be fetched without a source', async () => {
    expect(await openFontSource({ source: '' }).fetch(family())).toMatchObject({
      reason: 'is not installed, and there is no font source',
    });
  });
});

describe('nothing is taken from a registry that', () => {
  const long: Page = (_, response) => response.end(Buffer.alloc(2_000_000));

  it.each<[string, Page, string, object?]>([
    ['answers other bytes', (_, response) => response.end(toTarball([])), 'not the indexed one'],
    ['cuts the package off', (_, response) => response.end(tarball.subarray(0, 999)), 'not the indexed one'],
    ['sends more than it may', long, 'too large', { mostBytes: 1_000_000 }],
    ['says nothing', () => undefined, 'timed out', { deadlineMs: 150 }],
    [
      'announces too much',
      (_, response) => response.writeHead(200, { 'content-length': '99999999999' }).flushHeaders(),
      'too large',
    ],
    [
      'breaks off',
      (_, response) => response.writeHead(200, { 'content-length': '99999' }).end('x', () => response.destroy()),
      'unreachable',
    ],
    ['leads elsewhere', (_, response) => response.writeHead(302, { location: '/inside' }).end(), 'HTTP 302'],
    ['is broken', (_, response) => response.writeHead(500).end(), 'HTTP 500'],
  ])('%s', async (_what, page, problem, limits = {}) => {
    pages.set(path, page);
    pages.set('/inside', (_request, response) => response.end(tarball));
    const fetched = await open(limits).fetch(family());
    expect(fetched).toMatchObject({ ok: false, reason: `could not be fetched from the font source (${problem})` });
    expect(registry.fetched).not.toContain('/inside');
  });

  it('is not there', async () => {
    const gone = await startPages(new Map());
    await gone.stop();
    expect(await openFontSource({ source: gone.origin }).fetch(family())).toMatchObject({
      reason: 'could not be fetched from the font source (unreachable)',
      mend: 'Save the template again when the source can be reached, or upload the font.',
    });
  });
});

describe('a package that the index names is refused', () => {
  const named = (...more: TarEntry[]) => toTarball([...entries, ...more]);
  const without = (end: string) => toTarball(entries.filter(({ name }) => !name.endsWith(end)));
  const instead = (end: string, content: string) =>
    toTarball(entries.map((entry) => (entry.name.endsWith(end) ? file(entry.name, content) : entry)));

  it('that unpacks to too much', async () => {
    serve(tarball);
    const fetched = await open({ mostUnpackedBytes: 10_000 }).fetch(family());
    expect(fetched).toMatchObject({ ok: false, reason: expect.stringMatching(/unpacks to more than 10,000 bytes/) });
  });

  it.each<[string, Uint8Array, RegExp]>([
    ['that is no gzip', Buffer.from('GIF89a'), /is damaged/],
    ['that is no tar', gzipSync(Buffer.alloc(2_048, 'x')), /not a tar archive/],
    ['whose tar is cut off', gzipSync(Buffer.alloc(100, 'x')), /cut off/],
    ['with a way up in a name', named(file('package/files/../note.txt', 'x')), /not allowed: package\/files\/\.\./],
    ['with a file beside it', named(file('note.txt', 'x')), /not allowed: note\.txt/],
    ['with an absolute path', named(file('/package/note.txt', 'x')), /not allowed/],
    ['with a link', named(file('package/files/a.woff', '', { type: '2' })), /not allowed/],
    ['with a device', named(file('package/files/a.woff', '', { type: '3' })), /not allowed/],
    ['with a negative length', named(file('package/a', '', { size: '-0000000001' })), /not a tar archive/],
    ['with a length beyond its end', named(file('package/a', '', { size: '77777777777' })), /cut off/],
    ['with one file twice', named(file('package/LICENSE', 'x')), /two files/],
    ['without metadata', without('metadata.json'), /no metadata\.json/],
    ['without a licence', without('LICENSE'), /no LICENSE/],
    ['without fonts', without('.woff'), /no WOFF files/],
    ['with metadata that are none', instead('metadata.json', '[]'), /metadata\.json is not valid/],
    ['with ranges that are none', instead('unicode.json', '{"latin":7}'), /unicode\.json is not valid/],
  ])('%s', async (_what, bytes, problem) => {
    serve(bytes);
    expect(await open().fetch(family(bytes))).toMatchObject({ ok: false, reason: expect.stringMatching(problem) });
  });
});

it('files beside packages, and folders that are none, are no families of a project', async () => {
  const scope = join(folder, '@fontsource');
  await mkdir(join(scope, 'half'), { recursive: true });
  await writeFile(join(scope, '.DS_Store'), '');
  expect(openFontSource({ source: '', modules: [folder] }).projectFamilies).toEqual([]);
});
