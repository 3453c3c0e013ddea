import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isLicence, isNotices, type Package, packagesIn } from './contents.ts';

const texts = join(import.meta.dirname, 'licences');

/** Returns the text of a licence by its SPDX name, for `(A OR B)` of the first; undefined if `licences` lacks it. */
const readStandardText = (expression: string): string | undefined => {
  const name = /^\(([\w.-]+)(?: OR [\w.-]+)+\)$/.exec(expression)?.[1] ?? expression;
  const file = join(texts, `${name}.txt`);
  return /^[\w.-]+$/.test(name) && existsSync(file) ? readFileSync(file, 'utf8') : undefined;
};

/** SPDX names of the licences of code that is linked into a package of binaries, in addition to its own. */
const linkedIn: readonly (readonly [RegExp, readonly string[]])[] = [
  // cairo
  [/^@img\/sharp-libvips-/, ['MPL-1.1']],
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
  const folder = join(modules, found.name);
  const read = (isWanted: (path: string) => boolean) =>
    readdirSync(folder)
      .filter((file) => isWanted(join(found.name, file)))
      .sort()
      .map((file) => readFileSync(join(folder, file), 'utf8').trim());
  const own = read(isLicence);
  const standard = own.length > 0 ? undefined : readStandardText(found.license);
  if (own.length === 0 && standard === undefined)
    throw new Error(`${found.name} ships no licence, and layers/render/licences has no text of ${found.license}.`);
  const linked = linkedIn.flatMap(([names, licences]) => (names.test(found.name) ? licences : []));
  return [
    ...own,
    ...(standard === undefined ? [] : [`Copyright ${getAuthor(found)}\n\n${standard.trim()}`]),
    ...read(isNotices),
    ...linked.map((name) => readStandardText(name)?.trim() ?? ''),
  ];
};

const rule = '='.repeat(80);

/** Returns `LICENCES.txt`: the packages of a `node_modules` folder, or some of them, with the text of each licence. */
export const licencesDocument = (modules: string, packages = packagesIn(modules)): string => {
  const names = packages.map(({ name, version, license }) => `${name} ${version}: ${license}`);
  const sections = packages.map((one, n) => [rule, names[n], rule, '', ...getLicenceTexts(modules, one)].join('\n'));
  return `${names.join('\n')}\n\n${sections.join('\n\n')}\n`;
};
