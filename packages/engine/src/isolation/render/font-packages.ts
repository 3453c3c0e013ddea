import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { FontFace, FontPackage } from '../../rendering/fonts/font-files.ts';
import { readMetadata, readRanges } from '../../rendering/fonts/font-pack.ts';
import { unpackWoff } from '../../rendering/fonts/opentype/woff.ts';
import { openParts, packParts } from './packed-parts.ts';

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
 * Returns a function that finds the folder of a package, in `modules` or where Node resolves it from there; undefined
 * if it is not installed.
 */
export const packagesFrom = (modules: string) => {
  const { resolve } = createRequire(join(modules, 'here.js'));
  // bounded by the number of packages
  const folders = new Map<string, string | undefined>();
  const find = (name: string): string | undefined => {
    const own = join(modules, name);
    return existsSync(join(own, 'package.json')) ? own : resolveFolder(() => dirname(resolve(`${name}/package.json`)));
  };
  return (name: string): string | undefined => {
    if (!folders.has(name)) folders.set(name, find(name));
    return folders.get(name);
  };
};

const resolveFolder = (find: () => string): string | undefined => {
  try {
    return find();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
};

export interface FontPackages {
  /** @returns undefined when the package is not installed */
  readonly describe: (id: string) => FontPackage | undefined;
  /** Returns a face as TrueType or OpenType; undefined if no file contains it. */
  readonly readStatic: (face: FontFace) => ArrayBuffer | undefined;
  /** Returns the variable font of a face as WOFF2; one file has all weights. */
  readonly readVariable: (face: FontFace) => Buffer | undefined;
  readonly hasVariable: (face: FontFace) => boolean;
}

/** Ending of the names of packed files, after family and subset. */
export const facesEnding = '.faces';

/** Faces of one subset differ little, so the window holds all of them. Level 9 takes six times as long for 2% less. */
const compression = { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_QUALITY]: 5 };

/** One face of a subset of a family, as TrueType or OpenType. */
interface PackedFace {
  readonly weight: number;
  readonly style: string;
  readonly data: Uint8Array;
}
const getFaceName = ({ weight, style }: Omit<PackedFace, 'data'>) => `${weight}/${style}`;

/** Packs the faces of one subset into one file. Compressed together, they take about half as much as WOFF files. */
export const packFaces = (faces: readonly PackedFace[]): Buffer =>
  brotliCompressSync(packParts(faces.map((face) => [getFaceName(face), face.data])), { params: compression });

/** Maximum number of unpacked files with several faces in memory; the largest takes about 2 MB. */
const openedGroups = 12;

/**
 * Returns access to the packages `@fontsource/ID` and `@fontsource-variable/ID`, resolved from `modules`. A face is in
 * its own WOFF file, or in one file with all faces of its subset (`packFaces`).
 */
export const fontPackagesIn = (modules: string): FontPackages => {
  const find = packagesFrom(modules);
  const getFolder = (id: string) => find(`@fontsource/${id}`) ?? find(`@fontsource-variable/${id}`);
  const getPath = ({ id, subset }: FontFace, rest: string) => {
    const folder = getFolder(id);
    return folder && join(folder, 'files', `${id}-${subset}${rest}`);
  };
  const getVariablePath = (face: FontFace) => getPath(face, `-wght-${face.style}.woff2`);
  const read = (path: string | undefined) => (path === undefined ? undefined : readIfThere(path));
  const groups = new LRUCache<string, ReadonlyMap<string, Buffer>>({ max: openedGroups });
  const getGroup = (face: FontFace) => {
    const path = getPath(face, facesEnding) ?? '';
    const known = groups.get(path);
    if (known) return known;
    const file = read(path);
    const opened = file && openParts(brotliDecompressSync(file));
    if (opened) groups.set(path, opened);
    return opened;
  };
  return {
    describe: (id) => {
      const folder = getFolder(id);
      return folder === undefined ? undefined : describePackage(folder);
    },
    readStatic: (face) => {
      const woff = read(getPath(face, `-${face.weight}-${face.style}.woff`));
      if (woff) return unpackWoff(woff);
      const packed = getGroup(face)?.get(getFaceName(face));
      return packed && new Uint8Array(packed).buffer;
    },
    readVariable: (face) => read(getVariablePath(face)),
    hasVariable: (face) => existsSync(getVariablePath(face) ?? ''),
  };
};

const describePackage = (directory: string): FontPackage | undefined => {
  const metadata = readIfThere(join(directory, 'metadata.json'));
  const unicode = readIfThere(join(directory, 'unicode.json'));
  if (!metadata || !unicode) return undefined;
  const { weights, styles, mainSubset } = readMetadata(metadata);
  return { ranges: readRanges(unicode), weights, styles, mainSubset };
};
