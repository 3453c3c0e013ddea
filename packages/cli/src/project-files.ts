import { randomUUID } from 'node:crypto';
import { constants, readFileSync, realpathSync, type Stats, statSync, watch } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { getReason, hasCode, wrongUse } from './failure.ts';
import { follow, getEnding, isInside, isMissing, locate, locateOwn, outside, refused, written } from './paths.ts';

/* Reads and writes files of the project, at paths that `paths.ts` has found to be inside it. */

/** More than any template, font, image or lock file has: 64 MB. */
const mostBytes = 64 << 20;

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
  throw wrongUse('UNREADABLE_FILE', `${path} cannot be read: it is not a file.`);
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
      if (!found.isFile()) throw wrongUse('UNREADABLE_FILE', `${path} is not a file.`);
      return { root: folder, path, text: readFileSync(real, 'utf8') };
    }
    if (dirname(folder) === folder) return undefined;
  }
};

/** Reads a file that was packed with the program. */
export const readOwn = (folder: string, name: string): Promise<string> => readFile(join(folder, name), 'utf8');
