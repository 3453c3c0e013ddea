import type { realpath as realpathWithCallback, Stats } from 'node:fs';
import { lstat, realpath, stat } from 'node:fs/promises';
import { extname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { type Failure, getReason, hasCode, wrongUse } from './failure.ts';

/*
 * The one place where a path of somebody else's becomes a path of this machine. Lock files, settings, templates, tool calls and
 * services name files; what they name is followed through every link and stays in the project's folder (docs/decisions/0310).
 * `project-files.ts` reads and writes what is found here.
 */

/** Endings of files that are templates, or code that templates import. */
export const templateEndings = ['.jsx', '.tsx', '.js', '.ts', '.mjs', '.mts'] as const;
const codeEndings: readonly string[] = [...templateEndings, '.cjs', '.cts'];

export const refused = (file: string, why: string): Failure => wrongUse('OUTSIDE_PROJECT', `${file}: ${why}`);
export const outside = (file: string, why: string): Failure =>
  refused(file, `${why} Only files inside the folder of image-url.json are read and written.`);

/** Returns whether a path is a folder or lies in it; both are written out, without links. */
export const isInside = (folder: string, path: string): boolean => {
  const way = relative(folder, path);
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way));
};

/** A path from a folder as lock files and messages have it: with slashes. */
export const portable = (root: string, path: string): string => relative(root, path).split(sep).join('/');

const portableIn = (root: string, file: string): string => portable(root, resolve(root, file));

/** What a name has on some system that would lead elsewhere: drives, streams, separators, the end of a C string. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are the ones
const unportable = /[\u0000-\u001f\u007f-\u009f\\:]/;

/**
 * Checks how a path is written, before the disk is asked. @returns the path from the root, with slashes
 * @throws Failure OUTSIDE_PROJECT
 */
export const written = (root: string, file: string): string => {
  const path = resolve(root, file);
  if (!isInside(root, path)) throw outside(file, 'This leads out of the project.');
  const way = portable(root, path);
  if (unportable.test(way)) throw refused(file, 'Names of files hold no control characters, colons or backslashes.');
  return way;
};

/** What is not there, or cannot be: a file in place of a folder. */
export const isMissing = (error: unknown): boolean => hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR');

/** Follows a path part by part. Where it ends in nothing, the rest is what could be made there. */
export const follow = async (root: string, file: string): Promise<string> => {
  const shown = portableIn(root, file);
  let at = root;
  const parts = written(root, file)
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
      throw outside(shown, `It is, or goes through, a link that cannot be followed (${getReason(error)}).`);
    });
    if (!isInside(root, target)) throw outside(shown, 'It is, or goes through, a link that leads out of the project.');
    at = target;
  }
  return at;
};

/** Characters that some file systems leave out of a name: `.g\u200cit` is `.git` to them. */
const ignorable = /\p{Default_Ignorable_Code_Point}/gu;
/** What a name is to file systems that ignore case, dots and spaces at its end, and characters that are not seen. */
const folded = (part: string): string =>
  part
    .replace(ignorable, '')
    .replace(/[. ]+$/, '')
    .toLowerCase();

/** Folders that hold what tools keep for themselves: `.git`, `.config`, `node_modules`; also by their short names on Windows. */
const isPrivate = (way: string): boolean =>
  way
    .split(sep)
    .map(folded)
    .some((part) => /^(?:node_modules|(?:git|node_m)~\d+)$/.test(part) || (/^\./.test(part) && part !== '.image-url'));

export const getEnding = (path: string): string => extname(path).toLowerCase();

/**
 * The path that a file has, without links. What it is called and what it is are both held to the endings: a link named `a.tsx`
 * is no way to `.env`. In folders of tools only code is found.
 *
 * @param file from `root`, or absolute
 * @throws Failure OUTSIDE_PROJECT for what leads out of the root or has another ending
 */
export const locate = async (root: string, file: string, endings: readonly string[]): Promise<string> => {
  const path = await follow(root, file);
  if (![file, path].every((one) => endings.includes(getEnding(one))))
    throw refused(portableIn(root, file), `Expected a file that ends with ${endings.join(', ')}.`);
  if (isPrivate(relative(root, path)) && !codeEndings.includes(getEnding(path)))
    throw refused(portableIn(root, file), 'Only code is read from node_modules and from names that begin with a dot.');
  return path;
};

/** Where a file is written that a lock file or a service names: never into the folders of tools. @throws as `locate` */
export const locateOwn = async (root: string, file: string, endings: readonly string[]): Promise<string> => {
  const path = await locate(root, file, endings);
  if (isPrivate(relative(root, path)))
    throw refused(
      portableIn(root, file),
      'Nothing is written into node_modules or below a name that begins with a dot.',
    );
  return path;
};

/** The path of a folder of the project, without links. @throws Failure OUTSIDE_PROJECT */
export const folderInside = (root: string, folder: string): Promise<string> => follow(root, folder);

/**
 * Follows links for a search through the project's folders: those that lead out are no folders to be walked. Files behind such
 * links are found by their name, so that `locate` says what is wrong with them.
 */
export const linksInside = (root: string) => ({
  realpath: ((path: string, done: (error: Error | null, path?: string) => void) => {
    const find = async () => {
      const real = await realpath(path);
      if (isInside(root, real) || (await stat(real)).isFile()) return real;
      throw outside(path, 'It is a link that leads out of the project.');
    };
    find().then(
      (real) => done(null, real),
      (error) => done(error),
    );
  }) as typeof realpathWithCallback,
});

/** A path as a person wrote it on the command line. Nothing is found at it before `readNamed` or `locate` has looked. */
export const givenPath = (cwd: string, given: string): string => resolve(cwd, given);
