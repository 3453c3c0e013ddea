import type { Node } from '@babel/types';
import { limits } from 'image-url-contract/limits.ts';
import {
  findResponses,
  importTemplate,
  isImportable,
  isTypeByUse,
  joinFiles,
  maxFiles,
  parseTemplate,
  parseTemplateSource,
  type WrittenFile,
} from 'image-url-engine/source.ts';
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
    const isImport = one.type === 'ImportDeclaration' && one.importKind !== 'type';
    if (tree && isImport) return one.specifiers.every(({ local }) => isTypeByUse(local, tree)) ? [] : one.source.value;
    const isExport = one.type === 'ExportNamedDeclaration' || one.type === 'ExportAllDeclaration';
    return isExport && one.source && one.exportKind !== 'type' ? one.source.value : [];
  });
  // `await import('./card')`
  const loaded = (tree?.nodes ?? []).flatMap((one) => {
    const [given] = one.type === 'CallExpression' && one.callee.type === 'Import' ? one.arguments : [];
    return given?.type === 'StringLiteral' ? given.value : [];
  });
  return [...new Set([...named, ...loaded])].filter((one) => !isImportable(one));
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

/** Endings of texts that Vite imports as such: `import css from './app.css?raw'`. */
const textEndings = ['.css', '.svg', '.txt', '.md', '.html'];

/** Returns a file as a constant that holds its text. Undefined if it is no text, or a long one. */
const readAsText = async (root: string, path: string): Promise<string | undefined> => {
  const bytes = await readInside(root, path, textEndings).catch(() => undefined);
  if (!bytes || bytes.length > maxImageBytes) return undefined;
  return `const text = ${JSON.stringify(bytes.toString('utf8'))};\nexport default text;\n`;
};

/** Reads a file and those that it imports, the nearest first, as far as they are code. Each follows its imports. */
const readAll = async (finder: ModuleFinder, path: string, text: string): Promise<readonly Neighbour[]> => {
  const texts = new Map([[path, text]]);
  const imports = new Map<string, Record<string, string>>();
  let characters = text.length;
  const find = async (name: string, file: string): Promise<string | undefined> => {
    const path = await finder.find(name, file);
    const isText = name.endsWith('?raw');
    const found = isText && path !== undefined ? `${path}?raw` : path;
    if (path === undefined || found === undefined || texts.has(found)) return found;
    const read = isText ? readAsText : readAsCode;
    const code = texts.size > maxFiles ? undefined : await read(finder.root, path);
    if (code === undefined || characters + code.length > limits.codeCharacters) return undefined;
    characters += code.length;
    texts.set(found, code);
    return found;
  };
  let nearest = [path];
  for (let depth = 0; depth <= maxDepth && nearest.length > 0; depth += 1) {
    const before = texts.size;
    for (const file of nearest) {
      const found: Record<string, string> = {};
      for (const name of getModules(texts.get(file) ?? '')) {
        const target = await find(name, file);
        if (target !== undefined) found[name] = target;
      }
      imports.set(file, found);
    }
    nearest = [...texts.keys()].slice(before);
  }
  return sort(path, imports).map((file) => ({
    ...{ file: file.replace(/\?raw$/, ''), path: toPortablePath(finder.root, file), text: texts.get(file) ?? '' },
    imports: mapValues(imports.get(file) ?? {}, (one) => toPortablePath(finder.root, one)),
  }));
};

const mapValues = (record: Readonly<Record<string, string>>, change: (value: string) => string) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));

/** Returns files in an order in which each follows those that it imports. */
const sort = (path: string, imports: ReadonlyMap<string, Readonly<Record<string, string>>>): readonly string[] => {
  const [sorted, seen] = [new Set<string>(), new Set<string>()];
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const one of Object.values(imports.get(file) ?? {})) visit(one);
    sorted.add(file);
  };
  visit(path);
  return [...sorted];
};

/**
 * Returns how much a template leaves to fill in: its required variables, without those that a request may lack; an error
 * is more than any of these.
 */
const countNeeded = (code: string): number => {
  const draft = parseTemplateSource(code);
  if (!draft.ok) return 1000 * draft.errors.length;
  return draft.variables.filter(({ name, required }) => required && !draft.mayLack?.includes(name)).length;
};

/** Returns some files, and those that lead to one of them. */
const withLeading = (files: readonly Neighbour[], paths: readonly string[]): readonly Neighbour[] => {
  const wanted = new Set(paths);
  // a file follows those that it imports
  for (const { path, imports } of files) if (Object.values(imports).some((one) => wanted.has(one))) wanted.add(path);
  return files.filter(({ path }) => wanted.has(path));
};

/** Returns a template as one line, with the same name for its parameter: other files may use the usual one. */
const toWords = (text = ''): string => {
  const [, name = 'props'] = /function Template\((\w+)/.exec(text) ?? [];
  return text.replaceAll(/\s+/g, ' ').replaceAll(new RegExp(`\\b${name}\\b`, 'g'), 'props');
};

/** Returns the fewest files for which a text is the same. Tries halves first: few of many files are needed. */
const reduce = (
  files: readonly Neighbour[],
  isSame: (fewer: readonly Neighbour[]) => boolean,
): readonly Neighbour[] => {
  let left = files;
  for (let size = Math.ceil(files.length / 2); size > 0; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let at = 0; at < left.length; ) {
      const fewer = left.toSpliced(at, size);
      if (isSame(fewer)) left = fewer;
      else at += size;
    }
  return left;
};

/** Returns the files that a file imports through some number of files. */
const importedBy = (main: Neighbour, files: readonly Neighbour[], depth: number): readonly Neighbour[] => {
  const reached = new Set([main]);
  for (let left = depth, size = 0; left > 0 && reached.size > size; left -= 1) {
    size = reached.size;
    const paths = new Set([...reached].flatMap(({ imports }) => Object.values(imports)));
    for (const one of files) if (paths.has(one.path)) reached.add(one);
  }
  return files.filter((one) => reached.has(one));
};

/** Whether a file has elements, or makes an image of some: it loads nothing. */
const drawsImages = ({ text }: Neighbour): boolean => {
  const { tree } = parseTemplate(text);
  return tree !== undefined && (findResponses(tree).length > 0 || tree.nodes.some(({ type }) => type === 'JSXElement'));
};

const calledMethod = (node: Node): string => {
  const callee = node.type === 'CallExpression' && node.callee.type === 'MemberExpression' ? node.callee : undefined;
  return callee?.property.type === 'Identifier' ? `.${callee.property.name}` : '';
};

/** Whether a file waits for something, imports a package or looks something up, as what loads data does. */
const loads = ({ text, imports }: Neighbour): boolean => {
  const { tree } = parseTemplate(text);
  const isOfPackage = (module: string): boolean => imports[module] === undefined;
  const isLoading = (node: Node): boolean =>
    /^(?:AwaitExpression|MetaProperty)$/.test(node.type) || /^\.find(?:Last)?$/.test(calledMethod(node));
  return getModules(text).some(isOfPackage) || (tree?.nodes ?? []).some(isLoading);
};

/** Returns the files without those that leave as much to fill in as the value that is imported of them: they load it. */
const withoutLoaders = (
  main: Neighbour,
  files: readonly Neighbour[],
  count: (files: readonly Neighbour[]) => number,
): readonly Neighbour[] => {
  let best = { files, needed: count(files) };
  const drop = (isTie: boolean): void => {
    // the nearest stand for those that they import; a file that hands on others is one between
    for (const one of importedBy(main, best.files, 2).toReversed()) {
      if (drawsImages(one) || (isTie && !loads(one))) continue;
      const others = best.files.filter((other) => other !== one);
      if (others.length === best.files.length) continue;
      const fewer = importedBy(main, others, files.length);
      const needed = count(fewer);
      if (needed < best.needed || (isTie && needed === best.needed)) best = { files: fewer, needed };
    }
  };
  // those first without which there is less: what is as much may be so for the sake of another file
  drop(false);
  drop(true);
  return best.files;
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
  const others = all.slice(0, -1);
  if (others.length === 0) return [main];
  const toCode = (files: readonly Neighbour[]) => joinFiles(files, main);
  const select = (files: readonly Neighbour[]) => {
    const imported = importTemplate(toCode(files));
    const whole = toWords(imported?.text);
    const isSame = (fewer: readonly Neighbour[]) => toWords(importTemplate(toCode(fewer))?.text) === whole;
    const leading = withLeading(files, imported?.neighbours ?? []);
    return reduce(isSame(leading) ? leading : files, isSame);
  };
  const needed = select(others);
  const chosen = withoutLoaders(main, needed, (files) => countNeeded(toCode(files)));
  const files = chosen === needed ? needed : select(chosen);
  const code = toCode(files);
  // without the others there may be no image
  const isWorse = files.length > 0 && drawsImages(main) && countNeeded(code) > countNeeded(text);
  return isWorse || code.length > limits.codeCharacters ? [main] : [...files, main];
};
