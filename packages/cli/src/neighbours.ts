import {
  importTemplate,
  isImportable,
  joinFiles,
  maxFiles,
  parseTemplate,
  parseTemplateSource,
  type WrittenFile,
} from 'image-url-engine/source.ts';
import { limits } from '../../../lambdas/contract/limits.ts';
import type { ModuleFinder } from './module-resolution.ts';
import { templateEndings, toPortablePath } from './paths.ts';
import { readInside } from './project-files.ts';

/*
 * Reads the files of the project that a file for another library imports: its image may need their components, functions
 * and constants. The service's compiler takes what the image needs of them.
 */

/** A file, with its own path. */
export interface Neighbour extends WrittenFile {
  readonly file: string;
}

/** Maximum number of files between the author's and one that is read. */
const maxDepth = 4;
/** Maximum size of an image that becomes part of a template, in bytes; a larger one is a variable. */
const maxImageBytes = 40_000;

const imageTypes: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.svg': 'image/svg+xml',
};

/** Returns the modules that a text imports or exports from, without types; none if it cannot be parsed. */
const getModules = (text: string): readonly string[] => {
  const { tree } = parseTemplate(text);
  const named = (tree?.program.body ?? []).flatMap((one) => {
    if (one.type === 'ImportDeclaration') return one.importKind === 'type' ? [] : one.source.value;
    const isExport = one.type === 'ExportNamedDeclaration' || one.type === 'ExportAllDeclaration';
    return isExport && one.source && one.exportKind !== 'type' ? one.source.value : [];
  });
  return [...new Set(named)].filter((one) => !isImportable(one));
};

const getEnding = (path: string): string => /\.[^./\\]*$/.exec(path)?.[0]?.toLowerCase() ?? '';

/** Returns a file as code: data and small images are constants. Undefined for other kinds, such as fonts. */
const readAsCode = async (root: string, path: string): Promise<string | undefined> => {
  const ending = getEnding(path);
  const type = imageTypes[ending];
  const isCode = templateEndings.some((one) => one === ending);
  if (!isCode && ending !== '.json' && type === undefined) return undefined;
  const bytes = await readInside(root, path, [ending]).catch(() => undefined);
  if (!bytes) return undefined;
  if (isCode)
    return bytes
      .toString('utf8')
      .replace(/^\ufeff/, '')
      .replace(/\r\n?/g, '\n');
  if (type === undefined) return `const data = ${bytes.toString('utf8')};\nexport default data;\n`;
  if (bytes.length > maxImageBytes) return undefined;
  return `const image = "data:${type};base64,${bytes.toString('base64')}";\nexport default image;\n`;
};

const readAll = async (finder: ModuleFinder, path: string, text: string): Promise<readonly Neighbour[]> => {
  const read = new Map<string, Neighbour | undefined>();
  const visit = async (file: string, code: string, depth: number): Promise<void> => {
    read.set(file, undefined);
    const imports: Record<string, string> = {};
    for (const name of depth > maxDepth ? [] : getModules(code)) {
      const found = await finder.find(name, file);
      if (found === undefined || read.size > maxFiles) continue;
      const inner = read.has(found) ? '' : await readAsCode(finder.root, found);
      if (inner === undefined) continue;
      imports[name] = toPortablePath(finder.root, found);
      if (!read.has(found)) await visit(found, inner, depth + 1);
    }
    // a file follows those that it imports
    read.delete(file);
    read.set(file, { file, path: toPortablePath(finder.root, file), text: code, imports });
  };
  await visit(path, text, 0);
  return [...read.values()].filter((one) => one !== undefined);
};

const countNeeded = (code: string): number => {
  const draft = parseTemplateSource(code);
  return draft.ok ? draft.variables.filter(({ required }) => required).length : Number.POSITIVE_INFINITY;
};

/**
 * Returns the files of which the image of a file needs something, the file itself last; it alone if the others leave
 * more to fill in.
 */
export const readNeighbours = async (
  finder: ModuleFinder,
  path: string,
  text: string,
): Promise<readonly Neighbour[]> => {
  const all = await readAll(finder, path, text);
  const main = all.at(-1) as Neighbour;
  const toCode = (files: readonly Neighbour[]) => joinFiles(files, main);
  const textOf = (files: readonly Neighbour[]) => importTemplate(toCode(files))?.text.replaceAll(/\s+/g, ' ');
  let files = all.slice(0, -1);
  if (files.length === 0) return [main];
  const whole = textOf(files);
  for (const one of files.toReversed()) {
    const others = files.filter((other) => other !== one);
    if (textOf(others) === whole) files = others;
  }
  const code = toCode(files);
  const isWorse = countNeeded(code) > countNeeded(text);
  return files.length === 0 || isWorse || code.length > limits.codeCharacters ? [main] : [...files, main];
};
