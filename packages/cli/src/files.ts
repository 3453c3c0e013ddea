import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, relative, resolve, sep } from 'node:path';
import { glob, isDynamicPattern } from 'tinyglobby';
import type { Project } from './config.ts';
import { hasCode, reasonOf, wrongUse } from './failure.ts';

/** Writes a file as a whole or not at all: whoever reads it meanwhile reads the old one. */
export const writeWhole = async (path: string, content: string | Uint8Array): Promise<void> => {
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${randomUUID()}.tmp`;
  try {
    await writeFile(draft, content);
    await rename(draft, path);
  } catch (error) {
    throw wrongUse('UNWRITABLE_FILE', `${path} cannot be written: ${reasonOf(error)}.`, error);
  } finally {
    await rm(draft, { force: true });
  }
};

/** What a file holds; undefined where there is none. */
export const readIfThere = async (path: string): Promise<Buffer | undefined> => {
  try {
    return await readFile(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw wrongUse('UNREADABLE_FILE', `${path} cannot be read: ${reasonOf(error)}.`, error);
  }
};

/** A text in the kind of line ends a file has. */
export const inLinesOf = (text: string, file: Buffer | undefined): string =>
  file?.includes('\r\n') ? text.replace(/\r?\n/g, '\r\n') : text;

/** A file that is a template. */
export interface TemplateFile {
  readonly path: string;
  /** From the project's folder, with slashes: as the lock file names it. */
  readonly file: string;
  /** What `image-url types` and the client call it: the file's name without its ending. */
  readonly name: string;
}

const endings = new Set(['.jsx', '.tsx', '.js', '.ts', '.mjs', '.mts']);

const fileAt = (root: string, path: string): TemplateFile => ({
  path,
  file: relative(root, path).split(sep).join('/'),
  name: basename(path, extname(path)).normalize('NFC'),
});

/** @throws Failure where two files would have one name. */
const withOwnNames = (files: readonly TemplateFile[]): readonly TemplateFile[] => {
  const byName = new Map<string, TemplateFile>();
  for (const one of files) {
    const other = byName.get(one.name);
    if (other)
      throw wrongUse(
        'SAME_NAME',
        `${other.file} and ${one.file} would both be the template "${one.name}": rename one.`,
      );
    byName.set(one.name, one);
  }
  return files;
};

/** The templates of the project, in order. */
export const allTemplates = async ({ root, templates }: Project): Promise<readonly TemplateFile[]> => {
  const paths = await glob([...templates], {
    cwd: root,
    absolute: true,
    ignore: ['**/node_modules/**'],
    expandDirectories: false,
  });
  return withOwnNames(
    paths
      .map((path) => fileAt(root, resolve(path)))
      .filter(({ path }) => endings.has(extname(path)))
      .sort((a, b) => (a.file < b.file ? -1 : 1)),
  );
};

const named = async (root: string, cwd: string, given: string): Promise<TemplateFile> => {
  const path = resolve(cwd, given);
  const found = await stat(path).catch(() => undefined);
  if (!found && isDynamicPattern(given)) throw wrongUse('NO_SUCH_FILE', `No file is named like ${given}.`);
  if (!found) throw wrongUse('NO_SUCH_FILE', `There is no file ${given}.`);
  if (!found.isFile() || !endings.has(extname(path)))
    throw wrongUse('NO_TEMPLATE', `${given} is no template: those are files that end with ${[...endings].join(', ')}.`);
  return fileAt(root, path);
};

/** The templates that were named, or all of the project. @throws Failure of exit code 2 for what is no template, and where there is none. */
export const chosenTemplates = async (
  project: Project,
  cwd: string,
  given: readonly string[],
): Promise<readonly TemplateFile[]> => {
  if (given.length > 0) return withOwnNames(await Promise.all(given.map((one) => named(project.root, cwd, one))));
  const all = await allTemplates(project);
  if (all.length > 0) return all;
  throw wrongUse(
    'NO_TEMPLATES',
    `No file is named like ${project.templates.join(', ')}: image-url.json says where templates are.`,
  );
};

/** A name as that of a file on every system. */
export const fileNameOf = (name: string): string =>
  name
    .normalize('NFC')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: no file system takes them
    .replace(/[\u0000-\u001f<>:"/\\|?*]+/g, '-')
    .replace(/^[.\s]+|[.\s]+$/g, '') || 'template';
