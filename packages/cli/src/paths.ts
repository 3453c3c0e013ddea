import type { realpath as realpathWithCallback, Stats } from 'node:fs';
import { lstat, realpath, stat } from 'node:fs/promises';
import { extname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { type Failure, getReason, hasCode, wrongUse } from './failure.ts';

/*
 * The only module that converts untrusted paths to paths of this machine. Lock files, settings, templates, tool calls
 * and services contain paths; links are resolved, and the result must be inside the project's folder
 * (docs/decisions/0310). `project-files.ts` reads and writes the files.
 */

/** Extensions of templates, and of code that templates import. */
export const templateEndings = ['.jsx', '.tsx', '.js', '.ts', '.mjs', '.mts'] as const;
const codeEndings: readonly string[] = [...templateEndings, '.cjs', '.cts'];

export const refused = (file: string, why: string): Failure => wrongUse('OUTSIDE_PROJECT', `${file}: ${why}`);
export const createOutsideFailure = (file: string, why: string): Failure =>
  refused(file, `${why} Only files inside the folder of image-url.json are read and written.`);

/** Returns whether a path is a folder or inside it. Both must be absolute, with links resolved. */
export const isInside = (folder: string, path: string): boolean => {
  const way = relative(folder, path);
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way));
};

/** Returns a relative path for lock files and messages, with slashes. */
export const toPortablePath = (root: string, path: string): string => relative(root, path).split(sep).join('/');

const portableIn = (root: string, file: string): string => toPortablePath(root, resolve(root, file));

/** Characters that lead elsewhere on some system: drives, streams, separators, the end of a C string. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are the ones
const unportable = /[\u0000-\u001f\u007f-\u009f\\:]/;

/**
 * Checks the spelling of a path without accessing the disk. @returns the path from the root, with slashes
 * @throws Failure OUTSIDE_PROJECT
 */
export const checkSpelling = (root: string, file: string): string => {
  const path = resolve(root, file);
  if (!isInside(root, path)) throw createOutsideFailure(file, 'This leads out of the project.');
  const way = toPortablePath(root, path);
  if (unportable.test(way)) throw refused(file, 'Names of files hold no control characters, colons or backslashes.');
  return way;
};

/** Returns whether a file does not exist or cannot, because its folder is a file. */
export const isMissing = (error: unknown): boolean => hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR');

/** Resolves the links of a path part by part. Parts that do not exist are appended unchanged. */
export const follow = async (root: string, file: string): Promise<string> => {
  const shown = portableIn(root, file);
  let at = root;
  const parts = checkSpelling(root, file)
    .split('/')
    .filter((part) => part !== '');
  for (const [n, part] of parts.entries()) {
    const next = join(at, part);
    let found: Stats;
    try {
      found = await lstat(next);
    } catch (error) {
      if (isMissing(error)) return join(at, ...parts.slice(n));
      throw wrongUse('UNREADABLE_FILE', `${file} cannot be read: ${getReason(error)}.`, error);
    }
    if (!found.isSymbolicLink()) {
      at = next;
      continue;
    }
    const target = await realpath(next).catch((error: unknown) => {
      throw createOutsideFailure(
        shown,
        `It is, or goes through, a link that cannot be followed (${getReason(error)}).`,
      );
    });
    if (!isInside(root, target))
      throw createOutsideFailure(shown, 'It is, or goes through, a link that leads out of the project.');
    at = target;
  }
  return at;
};

/** Characters that some file systems ignore in names. */
const ignorable = /\p{Default_Ignorable_Code_Point}/gu;
/** Normalises a name for file systems that ignore case, trailing dots and spaces, and invisible characters. */
const normaliseName = (part: string): string =>
  part
    .replace(ignorable, '')
    .replace(/[. ]+$/, '')
    .toLowerCase();

/** Returns whether a path is in a folder of a tool, such as `.git`, `node_modules` or their short names. */
const isPrivate = (way: string): boolean =>
  way
    .split(sep)
    .map(normaliseName)
    .some((part) => /^(?:node_modules|(?:git|node_m)~\d+)$/.test(part) || (/^\./.test(part) && part !== '.image-url'));

/** The settings of an installed package, which say where its modules are. */
const isManifest = (way: string): boolean =>
  /(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/.test(way.split(sep).join('/'));

export const getEnding = (path: string): string => extname(path).toLowerCase();

/**
 * Returns the path of a file, with links resolved. Both the given and the resolved path must have one of the
 * extensions, so that a link `a.tsx` cannot lead to `.env`. In folders of tools only code is allowed, and the settings
 * of packages.
 *
 * @param file from `root`, or absolute
 * @throws Failure OUTSIDE_PROJECT for a path outside the root or with another extension
 */
export const locate = async (root: string, file: string, endings: readonly string[]): Promise<string> => {
  const path = await follow(root, file);
  if (![file, path].every((one) => endings.includes(getEnding(one))))
    throw refused(portableIn(root, file), `Expected a file that ends with ${endings.join(', ')}.`);
  const way = relative(root, path);
  if (isPrivate(way) && !isManifest(way) && !codeEndings.includes(getEnding(path)))
    throw refused(portableIn(root, file), 'Only code is read from node_modules and from names that begin with a dot.');
  return path;
};

/** Returns the path for writing a file, which is never in folders of tools. @throws as `locate` */
export const locateOwn = async (root: string, file: string, endings: readonly string[]): Promise<string> => {
  const path = await locate(root, file, endings);
  if (isPrivate(relative(root, path)))
    throw refused(
      portableIn(root, file),
      'Nothing is written into node_modules or below a name that begins with a dot.',
    );
  return path;
};

/** Returns the path of a folder of the project, with links resolved. @throws Failure OUTSIDE_PROJECT */
export const folderInside = (root: string, folder: string): Promise<string> => follow(root, folder);

/**
 * File system for searching the project's folders: folder links that lead out are not followed. Files behind such links
 * are still found by name, so that `locate` reports them.
 */
export const linksInside = (root: string) => ({
  realpath: ((path: string, done: (error: Error | null, path?: string) => void) => {
    const find = async () => {
      const real = await realpath(path);
      if (isInside(root, real) || (await stat(real)).isFile()) return real;
      throw createOutsideFailure(path, 'It is a link that leads out of the project.');
    };
    find().then(
      (real) => done(null, real),
      (error) => done(error),
    );
  }) as typeof realpathWithCallback,
});

/** Resolves a path of the command line. `readNamed` or `locate` must check it before use. */
export const givenPath = (cwd: string, given: string): string => resolve(cwd, given);
