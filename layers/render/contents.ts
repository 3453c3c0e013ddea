import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { coreFamilies } from '../../lambdas/core/rendering/fonts/catalogue.ts';

export const isLicence = (path: string): boolean => /^(licen[cs]e|copying|notice)/i.test(basename(path));

/** The package of libvips lists the libraries linked into it, with their licences, in its readme. */
export const isNotices = (path: string): boolean =>
  /^@img\/sharp-libvips-[^/]+\/(README\.md|versions\.json)$/.test(path);

const cachedWeights = new Map(coreFamilies.map(({ id, weights }) => [id, weights]));

/** What rendering reads of a font package: the faces of the weights in use, which characters they have, and the licence. */
const isFontFile = (path: string): boolean => {
  if (/\/(package|metadata|unicode)\.json$/.test(path)) return true;
  const [, id = '', weight] =
    /^@fontsource(?:-variable)?\/([^/]+)\/files\/.*-(\d+)-(?:normal|italic)\.woff$/.exec(path) ?? [];
  return cachedWeights.has(id) && (cachedWeights.get(id)?.includes(Number(weight)) ?? true);
};

/** Emoji are in one packed file. */
const isSingleEmoji = (path: string): boolean => /^@twemoji\/svg\/.*\.svg$/.test(path);

const isSource = (path: string): boolean => /\.(md|map|d\.[cm]?ts|ts|cc|h|scss|css|html|gyp)$/.test(path);

/** Whether the layer needs a file of the install; the path is relative to `node_modules`. */
export const isNeeded = (path: string): boolean => {
  if (isLicence(path) || isNotices(path)) return true;
  return /^@fontsource(?:-variable)?\//.test(path) ? isFontFile(path) : !isSource(path) && !isSingleEmoji(path);
};

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: false })
    .filter((path) => statSync(join(folder, path)).isFile())
    .sort();

/** Removes the files that are not needed. */
export const prune = (folder: string, isCached: (path: string) => boolean): void => {
  for (const path of filesIn(folder)) if (!isCached(path)) rmSync(join(folder, path));
};

/** Bytes of all files below a folder. */
export const getSize = (folder: string): number =>
  filesIn(folder).reduce((sum, path) => sum + statSync(join(folder, path)).size, 0);

export interface Package {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly author?: string | { readonly name: string };
}

/** Packages of a `node_modules` folder, by name. */
export const packagesIn = (modules: string): Package[] =>
  readdirSync(modules)
    .flatMap((name) => (name.startsWith('@') ? readdirSync(join(modules, name)).map((own) => join(name, own)) : [name]))
    .filter((name) => existsSync(join(modules, name, 'package.json')))
    .map((name) => JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')) as Package)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
