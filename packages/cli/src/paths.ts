import { randomUUID } from 'node:crypto';
import {
  constants,
  readFileSync,
  realpathSync,
  type realpath as realpathWithCallback,
  type Stats,
  statSync,
  watch,
} from 'node:fs';
import {
  type FileHandle,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { dirname, extname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { type Failure, getReason, hasCode, wrongUse } from './failure.ts';

/*
 * The one place where a path of somebody else's becomes a path of this machine. Lock files, settings, templates, tool calls and
 * services name files; what they name is followed through every link and stays in the project's folder (docs/decisions/0310).
 */

/** Endings of files that are templates, or code that templates import. */
export const templateEndings = ['.jsx', '.tsx', '.js', '.ts', '.mjs', '.mts'] as const;
const codeEndings: readonly string[] = [...templateEndings, '.cjs', '.cts'];

/** More than any template, font, image or lock file has: 64 MB. */
const mostBytes = 64 << 20;

const refused = (file: string, why: string): Failure => wrongUse('OUTSIDE_PROJECT', `${file}: ${why}`);
const outside = (file: string, why: string): Failure =>
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
const written = (root: string, file: string): string => {
  const path = resolve(root, file);
  if (!isInside(root, path)) throw outside(file, 'This leads out of the project.');
  const way = portable(root, path);
  if (unportable.test(way)) throw refused(file, 'Names of files hold no control characters, colons or backslashes.');
  return way;
};

/** What is not there, or cannot be: a file in place of a folder. */
const isMissing = (error: unknown): boolean => hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR');

/** Follows a path part by part. Where it ends in nothing, the rest is what could be made there. */
const follow = async (root: string, file: string): Promise<string> => {
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

const getEnding = (path: string): string => extname(path).toLowerCase();

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

const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/** What an opened file holds. @throws Failure for what is no plain file, and for more than 64 MB */
const getContent = async (handle: FileHandle, path: string): Promise<Buffer> => {
  const { size } = await plainFile(handle, path);
  if (size > mostBytes) throw wrongUse('UNREADABLE_FILE', `${path} cannot be read: it has more than 64 MB.`);
  return handle.readFile();
};

const plainFile = async (handle: FileHandle, path: string): Promise<Stats> => {
  const found = await handle.stat();
  if (found.isFile()) return found;
  throw wrongUse('UNREADABLE_FILE', `${path} cannot be read: it is no file.`);
};

/** Reads a path that a person has named, or that `locate` found; undefined where there is nothing. @throws Failure UNREADABLE_FILE */
const readIfThere = async (path: string): Promise<Buffer | undefined> => {
  let handle: FileHandle | undefined;
  try {
    // a pipe would keep whoever opens it waiting
    handle = await open(path, O_RDONLY | O_NONBLOCK);
    return await getContent(handle, path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    if (hasCode(error, 'UNREADABLE_FILE')) throw error;
    throw wrongUse('UNREADABLE_FILE', `${path} cannot be read: ${getReason(error)}.`, error);
  } finally {
    await handle?.close();
  }
};

/** Reads a file of the project; undefined where there is none. @throws as `locate`, and Failure UNREADABLE_FILE */
export const readInside = async (
  root: string,
  file: string,
  endings: readonly string[],
): Promise<Buffer | undefined> => {
  const path = await locate(root, file, endings);
  let handle: FileHandle | undefined;
  try {
    handle = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const opened = await plainFile(handle, file);
    // a folder may have become a link since it was looked at: what was opened is what is there now, or nothing is read
    const now = await stat(await locate(root, file, endings));
    if (now.ino !== opened.ino || now.dev !== opened.dev) throw refused(file, 'It changed while it was read.');
    return await getContent(handle, file);
  } catch (error) {
    if (isMissing(error)) return undefined;
    if (hasCode(error, 'UNREADABLE_FILE') || hasCode(error, 'OUTSIDE_PROJECT')) throw error;
    throw wrongUse('UNREADABLE_FILE', `${file} cannot be read: ${getReason(error)}.`, error);
  } finally {
    await handle?.close();
  }
};

/**
 * Writes a file of the project as a whole or not at all: whoever reads it meanwhile reads the old one. A link in its place is
 * written through where it stays in the project. @returns the path @throws as `locateOwn`, and Failure UNWRITABLE_FILE
 */
export const writeInside = async (
  root: string,
  file: string,
  endings: readonly string[],
  content: string | Uint8Array,
): Promise<string> => {
  const path = await locateOwn(root, file, endings);
  const draft = join(dirname(path), `.${randomUUID()}.tmp`);
  try {
    await mkdir(dirname(path), { recursive: true });
    // a new file of a name that cannot be guessed: no link is written through
    await writeFile(draft, content, { flag: 'wx' });
    if ((await locateOwn(root, file, endings)) !== path) throw refused(file, 'It changed while it was written.');
    await rename(draft, path);
    return path;
  } catch (error) {
    if (hasCode(error, 'OUTSIDE_PROJECT')) throw error;
    throw wrongUse('UNWRITABLE_FILE', `${path} cannot be written: ${getReason(error)}.`, error);
  } finally {
    await rm(draft, { force: true }).catch(() => {});
  }
};

/** Writes `.gitignore` where there is none; a link in its place counts as one. @returns whether it was written */
export const createIgnoreFile = async (root: string, lines: readonly string[]): Promise<boolean> => {
  try {
    await writeFile(join(root, '.gitignore'), `${lines.join('\n')}\n`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw wrongUse('UNWRITABLE_FILE', `.gitignore cannot be written: ${getReason(error)}.`, error);
  }
};

/** Takes a file of the project away; of a link what it leads to. @throws as `locateOwn` */
export const removeInside = async (root: string, file: string, endings: readonly string[]): Promise<void> =>
  rm(await locateOwn(root, file, endings), { force: true }).catch((error: unknown) => {
    throw wrongUse('UNWRITABLE_FILE', `${file} cannot be removed: ${getReason(error)}.`, error);
  });

/** The path of a folder of the project, without links. @throws Failure OUTSIDE_PROJECT */
export const folderInside = (root: string, folder: string): Promise<string> => follow(root, folder);

/** Names in a folder of the project; none where there is no such folder. @throws Failure OUTSIDE_PROJECT */
export const listInside = async (root: string, folder: string): Promise<readonly string[]> => {
  const path = await follow(root, folder);
  return readdir(path).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw wrongUse('UNREADABLE_FILE', `${folder} cannot be read: ${getReason(error)}.`, error);
  });
};

/** Returns whether a path of the project is a file, without reading it. @throws as `locate` */
export const isFileInside = async (root: string, file: string, endings: readonly string[]): Promise<boolean> => {
  const found = await stat(await follow(root, file)).catch(() => undefined);
  if (!found?.isFile()) return false;
  await locate(root, file, endings);
  return true;
};

/** Returns what is at a path of the project; undefined where nothing is. @throws Failure OUTSIDE_PROJECT */
export const isThere = async (root: string, file: string): Promise<'file' | 'other' | undefined> => {
  const found = await stat(await follow(root, file)).catch(() => undefined);
  return found && (found.isFile() ? 'file' : 'other');
};

/**
 * Reads a file that a person named on the command line, which may lie anywhere; undefined where there is none. One that is written
 * as a path of the project is held to it: a link in a repository is no wish of the person's.
 *
 * @throws as `readInside`
 */
export const readNamed = (root: string, path: string, endings: readonly string[]): Promise<Buffer | undefined> =>
  isInside(root, path) ? readInside(root, path, endings) : readIfThere(path);

/** Calls back after changes in a folder of the project. @returns ends it @throws Failure OUTSIDE_PROJECT */
export const watchInside = (root: string, folder: string, changed: () => void): (() => void) => {
  const watcher = watch(realFolder(root, folder), { recursive: true }, changed);
  return () => watcher.close();
};

const realFolder = (root: string, folder: string): string => {
  const path = realpathSync(resolve(root, written(root, folder)));
  if (isInside(root, path)) return path;
  throw outside(folder, 'It is, or goes through, a link that leads out of the project.');
};

/**
 * Looks for a file in a folder and in those above it. @returns the folder without links, and what the file holds; undefined where
 * there is none @throws Failure OUTSIDE_PROJECT for a link to a file elsewhere, and what reading throws
 */
export const findUpwards = (from: string, name: string): { root: string; path: string; text: string } | undefined => {
  for (let folder = realpathSync(from); ; folder = dirname(folder)) {
    const path = join(folder, name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found) {
      const real = realpathSync(path);
      if (!isInside(folder, real) || getEnding(real) !== getEnding(name))
        throw outside(name, 'It is a link that leads out of the project, or to another kind of file.');
      if (!found.isFile()) throw wrongUse('UNREADABLE_FILE', `${path} is no file.`);
      return { root: folder, path, text: readFileSync(real, 'utf8') };
    }
    if (dirname(folder) === folder) return undefined;
  }
};

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

/** Reads a file that was packed with the program. */
export const readOwn = (folder: string, name: string): Promise<string> => readFile(join(folder, name), 'utf8');
