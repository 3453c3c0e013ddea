import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { coreFamilies } from 'image-url-engine/fonts.ts';

export const isLicence = (path: string): boolean => /^(licen[cs]e|copying|notice)/i.test(basename(path));

/** Returns whether a file lists the libraries that are linked into libvips, with their licences. */
export const isNotices = (path: string): boolean =>
  /^@img\/sharp-libvips-[^/]+\/(README\.md|versions\.json)$/.test(path);

const cachedWeights = new Map(coreFamilies.map(({ id, weights }) => [id, weights]));

/** Returns whether rendering needs a file of a font package: faces in use, metadata, licences. */
const isFontFile = (path: string): boolean => {
  if (/\/(package|metadata|unicode)\.json$/.test(path)) return true;
  const [, id = '', weight] =
    /^@fontsource(?:-variable)?\/([^/]+)\/files\/.*-(\d+)-(?:normal|italic)\.woff$/.exec(path) ?? [];
  return cachedWeights.has(id) && (cachedWeights.get(id)?.includes(Number(weight)) ?? true);
};

/** Returns whether a file is a single emoji; the layer has them all in one file. */
const isSingleEmoji = (path: string): boolean => /^@twemoji\/svg\/.*\.svg$/.test(path);

const isSource = (path: string): boolean => /\.(md|map|d\.[cm]?ts|ts|cc|h|scss|css|html|gyp)$/.test(path);

/** Returns whether the layer needs a file of the install. @param path relative to `node_modules` */
export const isNeeded = (path: string): boolean => {
  if (isLicence(path) || isNotices(path)) return true;
  return /^@fontsource(?:-variable)?\//.test(path) ? isFontFile(path) : !isSource(path) && !isSingleEmoji(path);
};

const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: false })
    .filter((path) => statSync(join(folder, path)).isFile())
    .sort();

export const prune = (folder: string, isWanted: (path: string) => boolean): void => {
  for (const path of listFiles(folder)) if (!isWanted(path)) rmSync(join(folder, path));
};

/** Returns the size of all files below a folder, in bytes. */
export const getSize = (folder: string): number =>
  listFiles(folder).reduce((sum, path) => sum + statSync(join(folder, path)).size, 0);

export interface Package {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly author?: string | { readonly name: string };
  readonly repository?: string | { readonly url: string };
  /** Its folder in the `node_modules` that was read; of a package in another one with that folder before. */
  readonly folder: string;
}

/** Returns the packages of a `node_modules` folder, those inside of others included. */
export const packagesIn = (modules: string, within = ''): Package[] =>
  readdirSync(join(modules, within))
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(modules, within, name)).map((own) => join(name, own)) : [name],
    )
    .map((name) => join(within, name))
    .filter((folder) => existsSync(join(modules, folder, 'package.json')))
    .flatMap((folder): Package[] => {
      const inside = join(folder, 'node_modules');
      const own: Package = { ...JSON.parse(readFileSync(join(modules, folder, 'package.json'), 'utf8')), folder };
      return [own, ...(existsSync(join(modules, inside)) ? packagesIn(modules, inside) : [])];
    })
    .sort((a, b) => (a.name < b.name || (a.name === b.name && a.folder < b.folder) ? -1 : 1));

/** Returns the folders, in `node_modules`, of the packages that the modules of bundles are from. */
export const getPackageFolders = (paths: readonly string[]): Set<string> => {
  const own = /^.*?node_modules\/((?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//;
  return new Set(paths.flatMap((path) => own.exec(path)?.[1] ?? []));
};
