import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getPackageFolders, isLicence, isNotices, type Package, packagesIn } from './contents.ts';

const texts = join(import.meta.dirname, 'licences');

/** Returns the text of a licence by its SPDX name, for `(A OR B)` of the first; undefined if `licences` lacks it. */
const readStandardText = (expression: string): string | undefined => {
  const name = /^\(([\w.-]+)(?: OR [\w.-]+)+\)$/.exec(expression)?.[1] ?? expression;
  const file = join(texts, `${name}.txt`);
  return /^[\w.-]+$/.test(name) && existsSync(file) ? readFileSync(file, 'utf8') : undefined;
};

/** What is inside of packages, in addition to their own code: names of the texts in `licences` that it requires. */
export const parts: readonly (readonly [RegExp, readonly string[]])[] = [
  // cairo
  [/^@img\/sharp-libvips-/, ['MPL-1.1']],
  [/^harfbuzzjs$/, ['HarfBuzz']],
  [/^satori$/, ['HarfBuzz', 'Yoga']],
  [/^@twemoji\/svg$/, ['Twemoji']],
];

const getAuthor = ({ author }: Package): string =>
  typeof author === 'string' ? author : (author?.name ?? 'its authors');

/**
 * Returns every licence text and notice of one package: its own files, or the standard text if it has none, as for
 * packages with binaries only.
 *
 * @throws Error naming a package without either
 */
export const getLicenceTexts = (modules: string, found: Package): string[] => {
  const folder = join(modules, found.folder);
  const read = (isWanted: (path: string) => boolean) =>
    readdirSync(folder)
      .filter((file) => isWanted(join(found.folder, file)))
      .sort()
      .map((file) => readFileSync(join(folder, file), 'utf8').trim());
  const own = read(isLicence);
  const standard = own.length > 0 ? undefined : readStandardText(found.license);
  if (own.length === 0 && standard === undefined)
    throw new Error(`${found.name} ships no licence, and layers/render/licences has no text of ${found.license}.`);
  const inside = parts.flatMap(([names, licences]) => (names.test(found.name) ? licences : []));
  const source = getSourceNote(found);
  return [
    ...own,
    ...(standard === undefined ? [] : [`Copyright ${getAuthor(found)}\n\n${standard.trim()}`]),
    ...read(isNotices),
    ...(source === undefined ? [] : [source]),
    ...inside.map((name) => readFileSync(join(texts, `${name}.txt`), 'utf8').trim()),
  ];
};

const repositoryUrl = (repository: Package['repository']): string =>
  (typeof repository === 'string' ? repository : repository?.url) ?? '';

/**
 * Returns where the source code of a package is, which the MPL requires of those who distribute it in another form;
 * undefined for other licences.
 *
 * @throws Error naming a package that does not say where
 */
const getSourceNote = ({ name, version, license, repository }: Package): string | undefined => {
  if (!/\bMPL-/.test(license)) return undefined;
  const [, path] = /github\.com[/:]([^/]+\/[^/]+?)(?:\.git)?$/.exec(repositoryUrl(repository)) ?? [];
  if (path === undefined) throw new Error(`${name} is under ${license} and does not say where its source code is.`);
  return `The source code of ${name} ${version} is at https://github.com/${path} and, as published, in the package ${name}@${version} of npm.`;
};

const rule = '='.repeat(80);

/** Returns `LICENCES.txt`: the packages of a `node_modules` folder, or some of them, with the text of each licence. */
export const licencesDocument = (modules: string, packages = packagesIn(modules)): string => {
  const names = packages.map(({ name, version, license }) => `${name} ${version}: ${license}`);
  const sections = packages.map((one, n) => [rule, names[n], rule, '', ...getLicenceTexts(modules, one)].join('\n'));
  return `${names.join('\n')}\n\n${sections.join('\n\n')}\n`;
};

/**
 * Returns `LICENCES.txt` of bundles.
 *
 * @param sources paths of the modules in them
 * @param more names of packages whose files are beside them
 */
export const bundledLicences = (modules: string, sources: readonly string[], more: readonly string[] = []): string => {
  const bundled = getPackageFolders(sources).union(new Set(more));
  return licencesDocument(
    modules,
    packagesIn(modules).filter(({ folder }) => bundled.has(folder)),
  );
};
