import { dirname, resolve } from 'node:path';
import type { Loader, Plugin } from 'esbuild';
import { parse } from 'jsonc-parser';
import { Failure, hasCode } from './failure.ts';
import { folderInside, isInside, portable, templateEndings } from './paths.ts';
import { isFileInside, readInside } from './project-files.ts';

/* What a template's imports lead to: files inside the project. esbuild asks here for each, and never opens a file by itself. */

/** Images and data beside a template become part of it. */
const loaders: Readonly<Record<string, Loader>> = Object.fromEntries([
  ...['.tsx', '.ts', '.mts', '.cts'].map((ending) => [ending, ending === '.tsx' ? 'tsx' : 'ts']),
  // JSX stands in `.js` files as well
  ...['.jsx', '.js', '.mjs', '.cjs'].map((ending) => [ending, 'jsx']),
  ...['.png', '.jpg', '.jpeg', '.webp', '.gif', '.svg', '.avif'].map((ending) => [ending, 'dataurl']),
  ['.json', 'json'],
  ['.txt', 'text'],
  ['.css', 'css'],
]);
const endings = Object.keys(loaders);

/** What may be left out of an import's name, in the order in which it is tried. */
const omitted = [...templateEndings, '.cjs', '.cts', '.json', '.css'];
/** TypeScript has the ending of what it is compiled to. */
const compiledFrom: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx'],
  '.jsx': ['.ts', '.tsx'],
  '.mjs': ['.mts'],
  '.cjs': ['.cts'],
};

const getEnding = (path: string): string => /\.[^./\\]*$/.exec(path)?.[0]?.toLowerCase() ?? '';

/** Names that stand for paths, as `paths` of tsconfig.json and `imports` of package.json say. */
interface Aliases {
  readonly folder: string;
  readonly targets: Readonly<Record<string, readonly string[]>>;
  /** Where names that are no paths are looked for first. */
  readonly baseUrl?: string | undefined;
}

const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const asTexts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string');

/** A settings file of the project; undefined where it is not there, and where it leads out of the project. */
const readSettings = async (root: string, file: string): Promise<Readonly<Record<string, unknown>> | undefined> => {
  try {
    const bytes = await readInside(root, file, ['.json']);
    return bytes && asRecord(parse(bytes.toString('utf8').replace(/^\ufeff/, ''), [], { allowTrailingComma: true }));
  } catch (error) {
    if (hasCode(error, 'OUTSIDE_PROJECT') || hasCode(error, 'UNREADABLE_FILE')) return undefined;
    throw error;
  }
};

/** More files than anybody extends one by another. */
const longestChain = 10;

/** `paths` of a tsconfig.json, or of the one it extends. Only files of the project are followed, no packages. */
const getAliases = async (root: string, file: string, left = longestChain): Promise<Aliases | undefined> => {
  const settings = await readSettings(root, file);
  if (!settings) return undefined;
  const { paths, baseUrl } = asRecord(settings.compilerOptions);
  const folder = dirname(file);
  const base = typeof baseUrl === 'string' ? resolve(folder, baseUrl) : undefined;
  if (paths !== undefined || base !== undefined) {
    const targets = Object.entries(asRecord(paths)).map(([name, ones]) => [name, asTexts(ones)] as const);
    return { folder: base ?? folder, targets: Object.fromEntries(targets), baseUrl: base };
  }
  if (left === 0) return undefined;
  for (const other of asTexts(settings.extends).reverse()) {
    if (!/^\.{0,2}\//.test(other)) continue;
    const path = resolve(folder, /\.json$/.test(other) ? other : `${other}.json`);
    const found = await getAliases(root, path, left - 1);
    if (found) return found;
  }
  return undefined;
};

/** What one of `imports` in package.json stands for here. */
const getSubpaths = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(getSubpaths);
  const conditions = asRecord(value);
  return ['import', 'module', 'default'].flatMap((name) => getSubpaths(conditions[name] ?? []));
};

const subpathAliases = async (root: string, file: string): Promise<Aliases | undefined> => {
  const settings = await readSettings(root, file);
  if (!settings) return undefined;
  const imports = Object.entries(asRecord(settings.imports)).map(
    ([name, value]) => [name, getSubpaths(value)] as const,
  );
  return { folder: dirname(file), targets: Object.fromEntries(imports) };
};

/** Paths that a name stands for: an exact one goes first, then the longest that has a star. */
const standsFor = (name: string, { folder, targets, baseUrl }: Aliases): string[] => {
  const matching = Object.keys(targets)
    .filter((pattern) => {
      const [before = '', after] = pattern.split('*');
      if (after === undefined) return pattern === name;
      return name.length >= pattern.length - 1 && name.startsWith(before) && name.endsWith(after);
    })
    .sort((one, other) => Number(one.includes('*')) - Number(other.includes('*')) || other.length - one.length);
  const [pattern] = matching;
  if (pattern === undefined) return baseUrl === undefined ? [] : [resolve(baseUrl, name)];
  const [before = '', after = ''] = pattern.split('*');
  const rest = name.slice(before.length, name.length - after.length);
  return (targets[pattern] ?? []).map((target) =>
    resolve(
      folder,
      target.replace('*', () => rest),
    ),
  );
};

/** Folders from one up to the root. */
const upwards = (root: string, folder: string): string[] =>
  isInside(root, folder) ? [folder, ...(folder === root ? [] : upwards(root, dirname(folder)))] : [];

/** Finds what imports lead to. Made anew for each template: settings are read once, and changes are seen. */
export interface ModuleFinder {
  readonly root: string;
  /**
   * The file that a name stands for in a file of the project, without links; undefined for a package, and for what is not there.
   *
   * @throws Failure OUTSIDE_PROJECT
   */
  find(name: string, importer: string): Promise<string | undefined>;
}

export const moduleFinder = (root: string): ModuleFinder => {
  const settings = new Map<string, Promise<Aliases | undefined>>();
  const aliases = (read: typeof getAliases | typeof subpathAliases, file: string) => {
    const found = settings.get(file) ?? read(root, file);
    settings.set(file, found);
    return found;
  };

  /** A file of this name, with what may be left out of it. */
  const fileAt = async (path: string): Promise<string | undefined> => {
    const ending = getEnding(path);
    const stem = path.slice(0, path.length - ending.length);
    const names = [
      ...(endings.includes(ending) ? [path] : []),
      ...(compiledFrom[ending] ?? []).map((one) => stem + one),
      ...omitted.map((one) => path + one),
      ...omitted.map((one) => resolve(path, `index${one}`)),
    ];
    for (const one of names) if (await isFileInside(root, one, endings)) return folderInside(root, one);
    // it is there, and of a kind that nobody imports: this says so
    await isFileInside(root, path, endings);
    return undefined;
  };

  const named = async (name: string, importer: string): Promise<string[]> => {
    if (/^\.{0,2}\/|^\.{1,2}$/.test(name)) return [resolve(dirname(importer), name)];
    const folders = upwards(root, dirname(importer));
    const [read, files] = name.startsWith('#')
      ? ([subpathAliases, ['package.json']] as const)
      : ([getAliases, ['tsconfig.json', 'jsconfig.json']] as const);
    for (const folder of folders)
      for (const file of files) {
        const found = await aliases(read, resolve(folder, file));
        if (found) return standsFor(name, found);
      }
    // what Next.js sets up; its settings are not always committed, and no package has such a name
    const ownName = /^[@~]\/(.+)/.exec(name)?.[1];
    return ownName === undefined
      ? []
      : folders.flatMap((folder) => [resolve(folder, 'src', ownName), resolve(folder, ownName)]);
  };

  return {
    root,
    find: async (name, importer) => {
      for (const path of await named(name, importer)) {
        // bundlers take what stands behind a question mark for a wish about how it is loaded
        const found =
          (await fileAt(path)) ?? (path.includes('?') ? await fileAt(path.replace(/\?.*$/s, '')) : undefined);
        if (found !== undefined) return found;
      }
      return undefined;
    },
  };
};

/** Files that were read here are of this namespace: esbuild looks for nothing beside them, no settings and no source maps. */
const namespace = 'project';
const prefix = `${namespace}:`;

/** A name of esbuild's for a file, as a path; undefined for what is none, like the text it began with. */
export const getPath = (source: string, entry: string): string | undefined =>
  source.startsWith(prefix) ? resolve(dirname(entry), source.slice(prefix.length)) : undefined;

/** Comments above the modules of a bundle, without the namespace: they name paths from the entry, the same on every machine. */
export const withPlainComments = (output: string, sources: readonly string[]): string =>
  sources
    .filter((source) => source.startsWith(prefix))
    .reduce((text, source) => text.replace(`// ${source}\n`, () => `// ${source.slice(prefix.length)}\n`), output);

/** Takes what leads out of the project, and what no template can be made of, for what is not there. */
export const withoutFailures = (finder: ModuleFinder): ModuleFinder => ({
  ...finder,
  find: (name, importer) =>
    finder.find(name, importer).catch((error: unknown) => {
      if (error instanceof Failure) return undefined;
      throw error;
    }),
});

/**
 * Has esbuild find and read files of the project only; packages stay what they are.
 *
 * @param entry the file that the text it begins with is of
 * @param isLenient leaves imports of what is not there, and modules of which nothing is used, out
 */
export const projectModules = (finder: ModuleFinder, entry: string, isLenient = false): Plugin => ({
  name: 'project-modules',
  setup(building) {
    const here = dirname(entry);
    building.onResolve({ filter: /^/ }, async ({ path, kind, importer, namespace: from }) => {
      if (kind === 'entry-point') return undefined;
      try {
        const found = await finder.find(path, from === namespace ? resolve(here, importer) : entry);
        if (found !== undefined)
          return { path: portable(here, found), namespace, ...(isLenient && { sideEffects: false }) };
        if (isLenient) return { path, external: true, sideEffects: false };
        const isPath = /^\.{0,2}\//.test(path);
        return isPath && kind !== 'url-token'
          ? { errors: [{ text: `Could not resolve ${JSON.stringify(path)}` }] }
          : { path, external: true };
      } catch (error) {
        return { errors: [{ text: (error as Error).message }] };
      }
    });
    building.onLoad({ filter: /^/, namespace }, async ({ path }) => {
      try {
        const file = resolve(here, path);
        const contents = await readInside(finder.root, file, endings);
        const isModule = path.endsWith('.module.css');
        if (contents) return { contents, loader: isModule ? 'local-css' : (loaders[getEnding(path)] ?? 'empty') };
        return { errors: [{ text: `${path} is not there any more` }] };
      } catch (error) {
        return { errors: [{ text: (error as Error).message }] };
      }
    });
  },
});
