import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { getTarballUrl } from 'image-url-outside/fonts/fetch-tarball.ts';
import { findIndexed, type IndexedFamily } from '#engine/rendering/fonts/font-index.ts';
import { type Page, startPages } from './page-server.ts';

/** An entry of a tar archive: a file, or what `type` says. */
export interface TarEntry {
  readonly name: string;
  readonly content: Uint8Array;
  readonly type?: string;
  /** What the header says of the content's length. @default its length */
  readonly size?: string;
}

const block = 512;

const toTar = (entries: readonly TarEntry[]): Buffer =>
  Buffer.concat([
    ...entries.flatMap(({ name, content, type = '0', size }) => {
      const header = Buffer.alloc(block);
      header.write(name, 0);
      header.write(size ?? content.length.toString(8).padStart(11, '0'), 124);
      header.write(type, 156);
      header.write('ustar', 257);
      return [header, content, Buffer.alloc((block - (content.length % block)) % block)];
    }),
    Buffer.alloc(2 * block),
  ]);

const folderOf = (id: string): string => resolve(import.meta.dirname, '../../node_modules/@fontsource', id);

/** Files of an installed `@fontsource` package as npm packs them. */
export const packageEntries = (id: string): TarEntry[] => {
  const folder = folderOf(id);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .sort()
    .map((path) => ({ name: `package/${path}`, content: readFileSync(join(folder, path)) }));
};

export const toTarball = (entries: readonly TarEntry[]): Buffer => gzipSync(toTar(entries), { level: 1 });

export const integrityOf = (bytes: Uint8Array): string =>
  `sha512-${createHash('sha512').update(bytes).digest('base64')}`;

const indexed = (id: string): IndexedFamily => {
  const family = findIndexed(id);
  if (!family) throw new Error(`${id} is not in the index.`);
  return family;
};

export const tarballPath = (id: string): string => getTarballUrl('', indexed(id));

/** Makes the index of this process name other bytes as a family's package. */
export const indexAs = (id: string, tarball: Uint8Array, version = indexed(id).version): void => {
  Object.assign(indexed(id), { integrity: integrityOf(tarball), version });
};

/**
 * Starts a registry on this machine with packages that are installed here, and makes the index of this process name its
 * tarballs. `pages` may be changed.
 */
export const startFontServer = async (ids: readonly string[]) => {
  const pages = new Map<string, Page>();
  for (const id of ids) {
    const tarball = toTarball(packageEntries(id));
    indexAs(id, tarball);
    pages.set(tarballPath(id), (_request, response) => response.end(tarball));
  }
  return { ...(await startPages(pages)), pages };
};
