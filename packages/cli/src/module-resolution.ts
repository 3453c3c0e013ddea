import { dirname, relative, resolve } from 'node:path';
import type { Loader } from 'esbuild';
import { isImportable } from 'image-url-engine/source.ts';
import { parse } from 'jsonc-parser';
import { legacy, exports as resolveExports } from 'resolve.exports';
import { Failure, hasCode } from './failure.ts';
import { folderInside, isInside, templateEndings } from './paths.ts';
import { isFileInside, readInside } from './project-files.ts';

/* Resolves a template's imports to files inside the project, and to packages in its node_modules. */

/** Images and data that a template imports are embedded. */
export const loaders: Readonly<Record<string, Loader>> = Object.fromEntries([
  ...['.tsx', '.ts', '.mts', '.cts'].map((ending) => [ending, ending === '.tsx' ? 'tsx' : 'ts']),
  // `.js` files may contain JSX
  ...['.jsx', '.js', '.mjs', '.cjs'].map((ending) => [ending, 'jsx']),
  ...['.png', '.jpg', '.jpeg', '.webp', '.gif', '.svg', '.avif'].map((ending) => [ending, 'dataurl']),
  ['.json', 'json'],
  ['.txt', 'text'],
  ['.css', 'css'],
]);
export const endings = Object.keys(loaders);

/** Extensions that an import may omit, in the order in which they are tried. */
const omitted = [...templateEndings, '.cjs', '.cts', '.json', '.css'];
/** TypeScript imports have the extension of the compiled file. */
const compiledFrom: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx'],
  '.jsx': ['.ts', '.tsx'],
  '.mjs': ['.mts'],
  '.cjs': ['.cts'],
};

export const getEnding = (path: string): string => /\.[^./\\]*$/.exec(path)?.[0]?.toLowerCase() ?? '';

/** Path aliases: `paths` of tsconfig.json or `imports` of package.json. */
interface Aliases {
  readonly folder: string;
  readonly targets: Readonly<Record<string, readonly string[]>>;
  /** Folder in which non-relative names are resolved first. */
  readonly baseUrl?: string | undefined;
}

const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const asTexts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string');

type Settings = Readonly<Record<string, unknown>>;

/** Reads a JSON file of the project; undefined if it does not exist. @throws as `readInside` */
const readJson = async (root: string, file: string): Promise<Settings | undefined> => {
  const bytes = await readInside(root, file, ['.json']);
  return bytes && asRecord(parse(bytes.toString('utf8').replace(/^\ufeff/, ''), [], { allowTrailingComma: true }));
};

/** Reads a settings file of the project; undefined if it does not exist or is outside the project. */
const readSettings = async (root: string, file: string): Promise<Settings | undefined> => {
  try {
    return await readJson(root, file);
  } catch (error) {
    if (hasCode(error, 'OUTSIDE_PROJECT') || hasCode(error, 'UNREADABLE_FILE')) return undefined;
    throw error;
  }
};

/** Maximum length of a chain of `extends`. */
const longestChain = 10;

/** Returns `paths` of a tsconfig.json, or of the one it extends. Only files of the project are read, no packages. */
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

/** Returns the targets of an entry of `imports` in package.json. */
const getSubpaths = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(getSubpaths);
  const conditions = asRecord(value);
  return ['import', 'module', 'default'].flatMap((name) => getSubpaths(conditions[name] ?? []));
};

const readSubpathAliases = async (root: string, file: string): Promise<Aliases | undefined> => {
  const settings = await readSettings(root, file);
  if (!settings) return undefined;
  const imports = Object.entries(asRecord(settings.imports)).map(
    ([name, value]) => [name, getSubpaths(value)] as const,
  );
  return { folder: dirname(file), targets: Object.fromEntries(imports) };
};

/** Returns the paths of an alias: an exact name takes precedence, then the longest prefix before a star. */
const resolveAlias = (name: string, { folder, targets, baseUrl }: Aliases): string[] => {
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

/** The name of a package and the path in it, as `@scope/name/path`. */
const packageName = /^((?:@[\w.~-]+\/)?[\w~-][\w.~-]*)(?:\/(.+))?$/;

const conditions = { unsafe: true, conditions: ['import', 'module', 'default'] };

/** Returns the paths of a module in its package, in the order in which they are tried. */
const getEntries = (manifest: Settings, path: string | undefined): readonly string[] => {
  if (!manifest.exports) {
    if (path !== undefined) return [path];
    return [...asTexts(legacy(manifest, { browser: false, fields: ['module', 'main'] })), 'index'];
  }
  try {
    return resolveExports(manifest, path === undefined ? '.' : `./${path}`, conditions) ?? [];
  } catch {
    // a module that the package does not export
    return [];
  }
};

/** Returns the folder of the package that a file belongs to; undefined for a file of the project's own. */
export const getPackageFolder = (file: string): string | undefined =>
  /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/s.exec(file.replaceAll('\\', '/'))?.[0];

/** Returns the folders from `folder` up to the root. */
const listFoldersUpwards = (root: string, folder: string): string[] =>
  isInside(root, folder) ? [folder, ...(folder === root ? [] : listFoldersUpwards(root, dirname(folder)))] : [];

/** Resolves imports. Created for each template, so that settings are read once and changes are noticed. */
export interface ModuleFinder {
  readonly root: string;
  /**
   * Returns the file that an import resolves to, without links; undefined for a missing file, and for a package that is
   * not installed or that the service has.
   *
   * @throws Failure OUTSIDE_PROJECT
   */
  find(name: string, importer: string): Promise<string | undefined>;
  /**
   * Returns what a package of CommonJS names in place of one of its files or modules where there is no Node: a path;
   * false for nothing; undefined if it names nothing else.
   */
  findWithoutNode(found: string | undefined, name: string, importer: string): Promise<string | false | undefined>;
  /** Returns whether a file belongs to a package that says that its unused modules can be left out. */
  isWithoutSideEffects(file: string): Promise<boolean>;
}

/** @param hasPackages whether imports of installed packages are resolved */
export const moduleFinder = (root: string, hasPackages: boolean): ModuleFinder => {
  const settings = new Map<string, Promise<Aliases | undefined>>();
  const aliases = (read: typeof getAliases | typeof readSubpathAliases, file: string) => {
    const found = settings.get(file) ?? read(root, file);
    settings.set(file, found);
    return found;
  };
  const manifests = new Map<string, ReturnType<typeof readJson>>();
  const getManifest = (folder: string) => {
    const found = manifests.get(folder) ?? readJson(root, resolve(folder, 'package.json'));
    manifests.set(folder, found);
    return found;
  };

  /** Returns the paths of a module of the nearest installed package of that name. */
  const inPackage = async (name: string, importer: string): Promise<string[]> => {
    const [, own, path] = (hasPackages && !isImportable(name) && packageName.exec(name)) || [];
    if (own === undefined) return [];
    for (const folder of listFoldersUpwards(root, dirname(importer))) {
      const home = resolve(folder, 'node_modules', own);
      const manifest = await getManifest(home);
      if (manifest) return getEntries(manifest, path).map((one) => resolve(home, one));
    }
    return [];
  };

  /** Returns a file of this name, with an omitted extension added. */
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
    // reports a file that exists but is of another kind
    await isFileInside(root, path, endings);
    return undefined;
  };

  const named = async (name: string, importer: string): Promise<string[]> => {
    if (/^\.{0,2}\/|^\.{1,2}$/.test(name)) return [resolve(dirname(importer), name)];
    // `node:fs`, `astro:content`: no file
    if (/^[a-z]+:/.test(name)) return [];
    const folders = listFoldersUpwards(root, dirname(importer));
    const [read, files] = name.startsWith('#')
      ? ([readSubpathAliases, ['package.json']] as const)
      : ([getAliases, ['tsconfig.json', 'jsconfig.json']] as const);
    for (const folder of folders)
      for (const file of files) {
        const found = await aliases(read, resolve(folder, file));
        const paths = found ? resolveAlias(name, found) : [];
        if (paths.length > 0) return paths;
      }
    return ownPaths(name, folders);
  };
  /** Default aliases of Next.js and SvelteKit: their settings are not always committed, and no package has such a name. */
  const ownPaths = (name: string, folders: readonly string[]): string[] => {
    const [, alias, rest] = /^(@|~|\$lib)\/(.+)/.exec(name) ?? [];
    if (rest === undefined) return [];
    if (alias === '$lib') return folders.map((folder) => resolve(folder, 'src/lib', rest));
    return folders.flatMap((folder) => [resolve(folder, 'src', rest), resolve(folder, rest)]);
  };

  return {
    root,
    find: async (name, importer) => {
      for (const list of [named, inPackage])
        for (const path of await list(name, importer)) {
          // bundlers treat text after a question mark as options for loading
          const found =
            (await fileAt(path)) ?? (path.includes('?') ? await fileAt(path.replace(/\?.*$/s, '')) : undefined);
          if (found !== undefined) return found;
        }
      return undefined;
    },
    findWithoutNode: async (found, name, importer) => {
      const folder = getPackageFolder(found ?? importer);
      const manifest = folder === undefined ? undefined : await getManifest(resolve(folder));
      const { browser, type } = manifest ?? {};
      if (folder === undefined || typeof browser !== 'object' || type === 'module') return undefined;
      const own = found === undefined ? name : `./${relative(folder, found).replaceAll('\\', '/')}`;
      const names = new Map(Object.entries(asRecord(browser)));
      const chosen = names.get(own) ?? names.get(own.replace(/\.js$/, ''));
      if (typeof chosen !== 'string') return chosen === false ? false : undefined;
      return /^\.\//.test(chosen) ? fileAt(resolve(folder, chosen)) : undefined;
    },
    isWithoutSideEffects: async (file) => {
      const folder = getPackageFolder(file);
      return folder !== undefined && (await getManifest(resolve(folder)))?.sideEffects === false;
    },
  };
};

/** Returns a finder to which files outside the project and of other kinds do not exist, and all are without effects. */
export const withoutFailures = (finder: ModuleFinder): ModuleFinder => ({
  ...finder,
  isWithoutSideEffects: () => Promise.resolve(true),
  find: (name, importer) =>
    finder.find(name, importer).catch((error: unknown) => {
      if (error instanceof Failure) return undefined;
      throw error;
    }),
});
