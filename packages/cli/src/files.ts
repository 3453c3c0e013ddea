import { basename, extname } from 'node:path';
import { glob, isDynamicPattern } from 'tinyglobby';
import { getFolder, type Project } from './config.ts';
import { getReason, wrongUse } from './failure.ts';
import { folderInside, givenPath, linksInside, locate, templateEndings, toPortablePath } from './paths.ts';
import { isThere } from './project-files.ts';

/** Returns a text with the line ends of a file. */
export const getInLines = (text: string, file: Buffer | undefined): string =>
  file?.includes('\r\n') ? text.replace(/\r?\n/g, '\r\n') : text;

export interface TemplateFile {
  /** Absolute path, with links resolved. */
  readonly path: string;
  /** Path from the project's folder, with slashes, as in the lock file. */
  readonly file: string;
  /** Name for `image-url types` and the client: the file name without extension. */
  readonly name: string;
}

const isTemplate = (path: string): boolean => (templateEndings as readonly string[]).includes(extname(path));

/** @throws Failure for a link that leads out of the project or to a file of another kind */
const fileAt = async (root: string, path: string): Promise<TemplateFile> => ({
  path: await locate(root, path, templateEndings),
  file: toPortablePath(root, path),
  name: basename(path, extname(path)).normalize('NFC'),
});

/** @throws Failure when two files have the same name */
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

/** Returns the templates of the project, in order. @throws Failure for a folder or file outside the project */
export const allTemplates = async ({ root, templates }: Project): Promise<readonly TemplateFile[]> => {
  for (const pattern of templates) await folderInside(root, getFolder(pattern));
  const paths = await glob([...templates], {
    cwd: root,
    absolute: true,
    ignore: ['**/node_modules/**'],
    expandDirectories: false,
    fs: linksInside(root),
  }).catch((error: unknown) => {
    throw wrongUse('INVALID_CONFIG', `image-url.json: templates: ${getReason(error)}.`, error);
  });
  const files = await Promise.all(paths.filter(isTemplate).map((path) => fileAt(root, path)));
  return withOwnNames(files.sort((a, b) => (a.file < b.file ? -1 : 1)));
};

const findNamed = async (root: string, cwd: string, given: string): Promise<TemplateFile> => {
  const path = givenPath(cwd, given);
  const found = await isThere(root, path);
  if (!found && isDynamicPattern(given)) throw wrongUse('NO_SUCH_FILE', `No file is named like ${given}.`);
  if (!found) throw wrongUse('NO_SUCH_FILE', `There is no file ${given}.`);
  if (found !== 'file' || !isTemplate(path))
    throw wrongUse(
      'NO_TEMPLATE',
      `${given} is not a template: those are files that end with ${templateEndings.join(', ')}.`,
    );
  return fileAt(root, path);
};

/** Returns the given templates, or all. @throws Failure of exit code 2 for an unknown one, and without any */
export const chosenTemplates = async (
  project: Project,
  cwd: string,
  given: readonly string[],
): Promise<readonly TemplateFile[]> => {
  if (given.length > 0) return withOwnNames(await Promise.all(given.map((one) => findNamed(project.root, cwd, one))));
  const all = await allTemplates(project);
  if (all.length > 0) return all;
  throw wrongUse(
    'NO_TEMPLATES',
    `No file is named like ${project.templates.join(', ')}: image-url.json says where templates are.`,
  );
};

/** File systems allow 255 bytes, including an extension and a number. */
const longestName = 200;

/** Returns the longest prefix of a text that a file name may have. */
const shorten = (name: string): string => {
  let bytes = 0;
  const fitting = [...name].filter((character) => {
    bytes += Buffer.byteLength(character);
    return bytes <= longestName;
  });
  return fitting.join('');
};

/** Returns a file name that is valid on every system. */
export const getFileName = (name: string): string =>
  shorten(
    name
      .normalize('NFC')
      .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu, '-')
      .replace(/^[.\s]+/, ''),
  ).replace(/[.\s]+$/, '') || 'template';
