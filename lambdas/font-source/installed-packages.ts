import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { lstat, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { formatThousands } from '../contract/thousands.ts';
import { coreFamilies, type FontFamily } from '../core/rendering/fonts/catalogue.ts';
import { findIndexed, getKind } from '../core/rendering/fonts/font-index.ts';
import { type PackageContent, readMetadata } from '../core/rendering/fonts/font-pack.ts';
import { FontProblem } from '../core/rendering/fonts/opentype/font-tables.ts';

/** An `@fontsource` package of the developer's project. */
export interface InstalledPackage {
  readonly family: FontFamily;
  readonly folder: string;
}

/** Maximum size of one file of a package, in bytes. */
const mostFileBytes = 8_000_000;
const core: ReadonlySet<string> = new Set(coreFamilies.map(({ id }) => id));

/** Accepts regular files only: a link in a repository may lead to an endless file. @throws FontProblem */
const checkFile = (path: string, { isFile, size }: { readonly isFile: boolean; readonly size: number }): void => {
  if (!isFile) throw new FontProblem(`${path} is not a file.`);
  if (size > mostFileBytes) throw new FontProblem(`${path} has more than ${formatThousands(mostFileBytes)} bytes.`);
};

const describe = (folder: string): InstalledPackage[] => {
  try {
    const path = join(folder, 'metadata.json');
    const found = lstatSync(path);
    checkFile(path, { isFile: found.isFile(), size: found.size });
    const { id, family: name, category } = readMetadata(readFileSync(path));
    return core.has(id) ? [] : [{ folder, family: { id, name, kind: findIndexed(id)?.kind ?? getKind(category) } }];
  } catch (error) {
    // not completely installed, or not a font package
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof FontProblem || code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw error;
  }
};

/** Returns the `node_modules` folders that code in a folder imports from. */
export const getModulesFolders = (folder: string): string[] => {
  const above = dirname(folder);
  return [join(folder, 'node_modules'), ...(above === folder ? [] : getModulesFolders(above))];
};

/** Returns the `@fontsource` packages in `node_modules` folders, by id. For equal ids the first folder wins. */
export const findInstalled = (modules: readonly string[]): ReadonlyMap<string, InstalledPackage> => {
  const folders = modules.map((path) => join(path, '@fontsource')).filter((path) => existsSync(path));
  const found = folders.flatMap((path) => readdirSync(path).flatMap((name) => describe(join(path, name))));
  return new Map(found.toReversed().map((one) => [one.family.id, one]));
};

const read = async (path: string): Promise<Buffer> => {
  const found = await lstat(path).catch(() => undefined);
  checkFile(path, { isFile: found?.isFile() === true, size: found?.size ?? 0 });
  return readFile(path);
};

/** Reads an installed package. @throws FontProblem when its files are not those of a Fontsource package */
export const readInstalled = async (folder: string): Promise<PackageContent> => {
  const files = join(folder, 'files');
  const names = existsSync(files) ? readdirSync(files).filter((name) => name.endsWith('.woff')) : [];
  return {
    metadata: await read(join(folder, 'metadata.json')),
    unicode: await read(join(folder, 'unicode.json')),
    licence: await read(join(folder, 'LICENSE')),
    files: new Map(await Promise.all(names.map(async (name) => [name, await read(join(files, name))] as const))),
  };
};
