import { isBuiltin } from 'node:module';
import { dirname, resolve } from 'node:path';
import type { ImportKind, Loader, OnLoadResult, Plugin, PluginBuild } from 'esbuild';
import { sha256Hex } from 'image-url-engine/values.ts';
import { formatThousands } from 'image-url-engine/words.ts';
import { missingNames } from 'image-url-engine/workers.ts';
import { LRUCache } from 'lru-cache';
import { endings, getEnding, getPackageFolder, loaders, type ModuleFinder } from './module-resolution.ts';
import { toPortablePath } from './paths.ts';
import { keepPicture } from './pictures.ts';
import { readInside } from './project-files.ts';
import { emptyStandIn, getStandIn, getStandInText } from './stand-in-modules.ts';

/* The modules that esbuild bundles: it calls this and opens no file itself. */

/** Modules of this namespace are `stand-in-modules.ts`. */
const standIns = 'stand-in';

/** Files of this namespace were read here; esbuild resolves nothing next to them, neither settings nor source maps. */
const namespace = 'project';
const prefix = `${namespace}:`;

/** Returns the path of esbuild's name for a file; undefined for another name, like that of the entry text. */
export const getPath = (source: string, entry: string): string | undefined =>
  source.startsWith(prefix) ? resolve(dirname(entry), source.slice(prefix.length)) : undefined;

/** Removes the namespace from the comments above modules, whose paths are relative to the entry. */
export const withPlainComments = (output: string, sources: readonly string[]): string =>
  sources
    .filter((source) => source.startsWith(prefix))
    .reduce((text, source) => text.replace(`// ${source}\n`, () => `// ${source.slice(prefix.length)}\n`), output);

/** Most bytes of the modules of one template: a package of icons has 5 MB. */
const mostBytes = 32_000_000;

/** What modules ask of their environment: they leave out checks that are for developers. */
const production = { 'process.env.NODE_ENV': '"production"' };
const asksForProduction = (contents: Buffer): boolean => contents.includes('process.env.NODE_ENV');

/** Settings under which a module keeps its JSX and its positions, and loses code that never runs. */
const rewriting = (loader: Loader, sourcefile: string, contents: Buffer) =>
  ({
    loader,
    jsx: 'preserve',
    charset: 'utf8',
    sourcemap: 'inline',
    sourcefile,
    // names of removed code would be left undefined
    minifySyntax: asksForProduction(contents),
    tsconfigRaw: {},
  }) as const;

/** Modules without missing names by path and content: `image-url dev` bundles again after every key. */
const strippedModules = new LRUCache<string, string>({ maxSize: 1 << 25, sizeCalculation: ({ length }) => length + 1 });

let last: Promise<unknown> = Promise.resolve();
/** Runs work after all that came before: a package has more modules than may wait for a worker. */
const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const next = last.then(work);
  last = next.catch(() => undefined);
  return next;
};

/**
 * Returns a package's module in which the names that templates do not have (`window`, `define` of AMD) are undefined.
 * Packages mention them where they find out what runs them, or in functions that a template does not call.
 *
 * @throws Error for a module that takes too long to be parsed
 */
export const stripMissingNames = async (
  { transform }: Pick<PluginBuild['esbuild'], 'transform'>,
  contents: Buffer,
  loader: Loader,
  sourcefile: string,
): Promise<string> => {
  const key = `${sourcefile} ${sha256Hex(contents)}`;
  const known = strippedModules.get(key);
  if (known !== undefined) return known;
  const text = contents.toString();
  const names = await inTurn(() => missingNames(text));
  if (!names) throw new Error(`${sourcefile} takes too much time or memory to be parsed.`);
  const missing = names.map((name) => [name, 'undefined']);
  const define = { ...Object.fromEntries(missing), 'process.env': '{}', ...production };
  const code =
    missing.length === 0 ? text : (await transform(text, { define, ...rewriting(loader, sourcefile, contents) })).code;
  strippedModules.set(key, code);
  return code;
};

interface WantedModule {
  readonly path: string;
  readonly kind: ImportKind;
  /** The file that imports it. */
  readonly by: string;
}

/** Returns the module that an import of a file means; undefined if the project has none. @throws Failure */
const findModule = async (finder: ModuleFinder, { path, kind, by }: WantedModule, here: string) => {
  const isOfPackage = getPackageFolder(by) !== undefined;
  const resolved = await finder.find(path, by);
  const chosen = await finder.findWithoutNode(resolved, path, by);
  const standIn = chosen === false ? emptyStandIn : isOfPackage ? getStandIn(path, kind) : undefined;
  if (standIn !== undefined) return { path: standIn, namespace: standIns, sideEffects: false };
  if (isOfPackage && isBuiltin(path)) return { path, external: true, sideEffects: false };
  const found = chosen || resolved;
  if (found === undefined) return undefined;
  const sideEffects = !(await finder.isWithoutSideEffects(found));
  return { path: toPortablePath(here, found), namespace, sideEffects };
};

const getMissing = (path: string, kind: ImportKind) => {
  const isPath = /^\.{0,2}\//.test(path);
  return isPath && kind !== 'url-token'
    ? { errors: [{ text: `Could not resolve ${JSON.stringify(path)}` }] }
    : { path, external: true };
};

/**
 * Makes esbuild resolve and read files of the project only; other imports are unchanged.
 *
 * @param entry the file of the entry text
 * @param hasPictures whether large pictures are addresses of this machine, not data
 */
export const projectModules = (finder: ModuleFinder, entry: string, hasPictures = false): Plugin => ({
  name: 'project-modules',
  setup(building) {
    const here = dirname(entry);
    let leftBytes = mostBytes;
    const read = async (file: string, path: string): Promise<Buffer> => {
      const contents = await readInside(finder.root, file, endings);
      if (!contents) throw new Error(`${path} is not there any more`);
      leftBytes -= contents.length;
      if (leftBytes >= 0) return contents;
      throw new Error(`What the template imports has more than ${formatThousands(mostBytes)} bytes.`);
    };
    building.onResolve({ filter: /^/ }, async ({ path, kind, importer, namespace: from }) => {
      if (kind === 'entry-point') return undefined;
      if (from === standIns) return { path, external: true };
      const by = from === namespace ? resolve(here, importer) : entry;
      try {
        return (await findModule(finder, { path, kind, by }, here)) ?? getMissing(path, kind);
      } catch (error) {
        return { errors: [{ text: (error as Error).message }] };
      }
    });
    building.onLoad({ filter: /^/, namespace: standIns }, ({ path }) => ({ contents: getStandInText(path) }));
    const toModule = async (path: string, file: string, contents: Buffer, loader: Loader): Promise<OnLoadResult> => {
      const isCode = loader === 'jsx' || loader === 'tsx' || loader === 'ts';
      if (isCode && getPackageFolder(file) === undefined && asksForProduction(contents)) {
        const settings = { define: production, ...rewriting(loader, prefix + path, contents) };
        return { contents: (await building.esbuild.transform(contents, settings)).code, loader: 'jsx' };
      }
      if (loader !== 'jsx' || getPackageFolder(file) === undefined) return { contents, loader };
      return { contents: await stripMissingNames(building.esbuild, contents, loader, prefix + path), loader };
    };
    building.onLoad({ filter: /^/, namespace }, async ({ path }) => {
      try {
        const file = resolve(here, path);
        const contents = await read(file, path);
        const loader = path.endsWith('.module.css') ? 'local-css' : (loaders[getEnding(path)] ?? 'empty');
        const picture = hasPictures && loader === 'dataurl' ? keepPicture(file, contents) : undefined;
        if (picture !== undefined) return { contents: `export default ${JSON.stringify(picture)};`, loader: 'js' };
        return await toModule(path, file, contents, loader);
      } catch (error) {
        return { errors: [{ text: (error as Error).message }] };
      }
    });
  },
});
