import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  coreFamilies,
  type FontFamily,
  FontProblem,
  findIndexed,
  getKind,
  type PackageContent,
  readMetadata,
} from 'image-url-engine/fonts.ts';
import { formatThousands } from 'image-url-engine/words.ts';

/** An `@fontsource` package of the developer's project. */
export interface InstalledPackage {
  readonly family: FontFamily;
  readonly folder: string;
}

/** Maximum size of one file of a package, in bytes. */
const mostFileBytes = 8_000_000;
const core: ReadonlySet<string> = new Set(coreFamilies.map(({ id }) => id));

/** Runs a call of the file system on what a repository contains. @throws FontProblem for an error of the file system */
const attempt = <T>(path: string, call: () => T): T => {
  try {
    return call();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new FontProblem(`${path} cannot be read: ${code}.`);
  }
};

/** Reads a regular file: a link in a repository may lead to an endless one. @throws FontProblem */
const read = (path: string): Buffer =>
  attempt(path, () => {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (!found?.isFile()) throw new FontProblem(`${path} is not a file.`);
    if (found.size > mostFileBytes)
      throw new FontProblem(`${path} has more than ${formatThousands(mostFileBytes)} bytes.`);
    return readFileSync(path);
  });

/** Returns the names in a folder; none if there is no such folder. */
const list = (path: string): string[] => {
  try {
    return attempt(path, () => readdirSync(path));
  } catch (error) {
    if (error instanceof FontProblem) return [];
    throw error;
  }
};

/** Returns a package; none if it is not completely installed, or not a font package. */
const describe = (folder: string): InstalledPackage[] => {
  try {
    const { id, family: name, category } = readMetadata(read(join(folder, 'metadata.json')));
    return core.has(id) ? [] : [{ folder, family: { id, name, kind: findIndexed(id)?.kind ?? getKind(category) } }];
  } catch (error) {
    if (error instanceof FontProblem) return [];
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
  const folders = modules.map((path) => join(path, '@fontsource'));
  const found = folders.flatMap((path) => list(path).flatMap((name) => describe(join(path, name))));
  return new Map(found.toReversed().map((one) => [one.family.id, one]));
};

/** Reads an installed package. @throws FontProblem when its files are not those of a Fontsource package */
export const readInstalled = (folder: string): PackageContent => {
  const files = join(folder, 'files');
  const names = list(files).filter((name) => name.endsWith('.woff'));
  return {
    metadata: read(join(folder, 'metadata.json')),
    unicode: read(join(folder, 'unicode.json')),
    licence: read(join(folder, 'LICENSE')),
    files: new Map(names.map((name) => [name, read(join(files, name))])),
  };
};
