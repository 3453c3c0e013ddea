import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FontFace, FontPackage } from '../../core/rendering/fonts/font-files.ts';
import { readMetadata, readRanges } from '../../core/rendering/fonts/font-pack.ts';

/** Returns the content of a file; undefined if it does not exist. */
export const readIfThere = (path: string): Buffer | undefined => {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

/**
 * Returns a function that finds the folder of a package: in `modules`, or where Node finds it from there; undefined if
 * it is not installed.
 */
export const packagesFrom = (modules: string) => {
  const { resolve } = createRequire(join(modules, 'here.js'));
  // no more than there are packages
  const folders = new Map<string, string | undefined>();
  const find = (name: string): string | undefined => {
    const own = join(modules, name);
    return existsSync(join(own, 'package.json')) ? own : folderIfThere(() => dirname(resolve(`${name}/package.json`)));
  };
  return (name: string): string | undefined => {
    if (!folders.has(name)) folders.set(name, find(name));
    return folders.get(name);
  };
};

const folderIfThere = (find: () => string): string | undefined => {
  try {
    return find();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
};

/** The font packages of Fontsource that are installed. */
export interface FontPackages {
  /** @returns undefined when the package is not installed. */
  readonly describe: (id: string) => FontPackage | undefined;
  /** Returns a face as WOFF; undefined when there is no file of its own for it. */
  readonly readStatic: (face: FontFace) => Buffer | undefined;
  /** Returns the variable font of a face as WOFF2: one file for all weights. */
  readonly readVariable: (face: FontFace) => Buffer | undefined;
  readonly hasVariable: (face: FontFace) => boolean;
}

/** Returns access to the packages `@fontsource/ID` and `@fontsource-variable/ID` that are found from `modules`. */
export const fontPackagesIn = (modules: string): FontPackages => {
  const find = packagesFrom(modules);
  const getFolder = (id: string) => find(`@fontsource/${id}`) ?? find(`@fontsource-variable/${id}`);
  const getPath = ({ id, subset, style }: FontFace, weight: number | 'wght', format: 'woff' | 'woff2') => {
    const folder = getFolder(id);
    return folder && join(folder, 'files', `${id}-${subset}-${weight}-${style}.${format}`);
  };
  const read = (path: string | undefined) => (path === undefined ? undefined : readIfThere(path));
  return {
    describe: (id) => {
      const folder = getFolder(id);
      return folder === undefined ? undefined : describePackage(folder);
    },
    readStatic: (face) => read(getPath(face, face.weight, 'woff')),
    readVariable: (face) => read(getPath(face, 'wght', 'woff2')),
    hasVariable: (face) => existsSync(getPath(face, 'wght', 'woff2') ?? ''),
  };
};

const describePackage = (directory: string): FontPackage | undefined => {
  const metadata = readIfThere(join(directory, 'metadata.json'));
  const unicode = readIfThere(join(directory, 'unicode.json'));
  if (!metadata || !unicode) return undefined;
  const { weights, styles, mainSubset } = readMetadata(metadata);
  return { ranges: readRanges(unicode), weights, styles, mainSubset };
};
