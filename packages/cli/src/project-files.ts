import { randomUUID } from 'node:crypto';
import { constants, readFileSync, realpathSync, type Stats, statSync, watch } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { getReason, hasCode, wrongUse } from './failure.ts';
import {
  checkSpelling,
  createOutsideFailure,
  follow,
  getEnding,
  isInside,
  isMissing,
  locate,
  locateOwn,
  refused,
} from './paths.ts';

/* Reads and writes files of the project, at paths that `paths.ts` has checked. */

/** Maximum size of a file: 64 MB, above any template, font, image or lock file. */
const mostBytes = 64 << 20;

const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/** Reads an opened file. @throws Failure when it is not a regular file or exceeds 64 MB */
const getContent = async (handle: FileHandle, path: string): Promise<Buffer> => {
  const { size } = await requireRegularFile(handle, path);
  if (size > mostBytes) throw wrongUse('UNREADABLE_FILE', `${path} cannot be read: it has more than 64 MB.`);
  return handle.readFile();
};

const requireRegularFile = async (handle: FileHandle, path: string): Promise<Stats> => {
  const found = await handle.stat();
  if (found.isFile()) return found;
  throw wrongUse('UNREADABLE_FILE', `${path} cannot be read: it is not a file.`);
};

/** Reads a checked path; undefined if it does not exist. @throws Failure UNREADABLE_FILE */
const readIfThere = async (path: string): Promise<Buffer | undefined> => {
  let handle: FileHandle | undefined;
  try {
    // without O_NONBLOCK, opening a pipe would block
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

/** Reads a file of the project; undefined if it does not exist. @throws as `locate`, and Failure UNREADABLE_FILE */
export const readInside = async (
  root: string,
  file: string,
  endings: readonly string[],
): Promise<Buffer | undefined> => {
  const path = await locate(root, file, endings);
  let handle: FileHandle | undefined;
  try {
    handle = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const opened = await requireRegularFile(handle, file);
    // a folder may have become a link since the check, so the opened file must still be the one at the path
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
 * Writes a file of the project atomically. A link is followed if it stays in the project.
 * @returns the path @throws as `locateOwn`, and Failure UNWRITABLE_FILE
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
    // a new file with a random name, so that no existing link is followed
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

/** Writes `.gitignore` unless it or a link in its place exists. @returns whether it was written */
export const createIgnoreFile = async (root: string, lines: readonly string[]): Promise<boolean> => {
  try {
    await writeFile(join(root, '.gitignore'), `${lines.join('\n')}\n`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw wrongUse('UNWRITABLE_FILE', `.gitignore cannot be written: ${getReason(error)}.`, error);
  }
};

/** Deletes a file of the project; for a link, its target. @throws as `locateOwn` */
export const removeInside = async (root: string, file: string, endings: readonly string[]): Promise<void> =>
  rm(await locateOwn(root, file, endings), { force: true }).catch((error: unknown) => {
    throw wrongUse('UNWRITABLE_FILE', `${file} cannot be removed: ${getReason(error)}.`, error);
  });

/** Returns the names in a folder of the project; empty if it does not exist. @throws Failure OUTSIDE_PROJECT */
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

/** Returns what is at a path of the project; undefined if nothing. @throws Failure OUTSIDE_PROJECT */
export const isThere = async (root: string, file: string): Promise<'file' | 'other' | undefined> => {
  const found = await stat(await follow(root, file)).catch(() => undefined);
  return found && (found.isFile() ? 'file' : 'other');
};

/**
 * Reads a file from the command line, which may be anywhere; undefined if it does not exist. A path inside the project
 * must stay inside, because a link in a repository is not the person's choice.
 *
 * @throws as `readInside`
 */
export const readNamed = (root: string, path: string, endings: readonly string[]): Promise<Buffer | undefined> =>
  isInside(root, path) ? readInside(root, path, endings) : readIfThere(path);

/** Calls back after changes in a folder. @returns a function that stops this @throws Failure OUTSIDE_PROJECT */
export const watchInside = (root: string, folder: string, changed: () => void): (() => void) => {
  const watcher = watch(resolveFolder(root, folder), { recursive: true }, changed);
  return () => watcher.close();
};

const resolveFolder = (root: string, folder: string): string => {
  const path = realpathSync(resolve(root, checkSpelling(root, folder)));
  if (isInside(root, path)) return path;
  throw createOutsideFailure(folder, 'It is, or goes through, a link that leads out of the project.');
};

/**
 * Searches for a file in a folder and those above it. @returns the folder with links resolved, and the text; undefined
 * if there is none @throws Failure OUTSIDE_PROJECT for a link to a file elsewhere, and errors of reading
 */
export const findUpwards = (from: string, name: string): { root: string; path: string; text: string } | undefined => {
  for (let folder = realpathSync(from); ; folder = dirname(folder)) {
    const path = join(folder, name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found) {
      const real = realpathSync(path);
      if (!isInside(folder, real) || getEnding(real) !== getEnding(name))
        throw createOutsideFailure(name, 'It is a link that leads out of the project, or to another kind of file.');
      if (!found.isFile()) throw wrongUse('UNREADABLE_FILE', `${path} is not a file.`);
      return { root: folder, path, text: readFileSync(real, 'utf8') };
    }
    if (dirname(folder) === folder) return undefined;
  }
};

/**
 * Returns the text of a file of the project's own folder; undefined if it is missing, unreadable, no file, larger than
 * `mostBytes`, or a link that leads out of the folder.
 */
export const readSmallFile = (root: string, name: string, mostBytes: number): string | undefined => {
  try {
    const path = realpathSync(join(root, name));
    const found = statSync(path);
    if (!isInside(root, path) || !found.isFile() || found.size > mostBytes) return undefined;
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};

export const readOwn = (folder: string, name: string): Promise<string> => readFile(join(folder, name), 'utf8');
