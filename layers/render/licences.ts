import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isLicence, isNotices, type Package, packagesIn } from './contents.ts';

const texts = join(import.meta.dirname, 'licences');

/** The text of a licence by its name in the SPDX list, of `(A OR B)` the first; undefined if `licences` lacks it. */
const standardText = (expression: string): string | undefined => {
  const name = /^\(([\w.-]+)(?: OR [\w.-]+)+\)$/.exec(expression)?.[1] ?? expression;
  const file = join(texts, `${name}.txt`);
  return /^[\w.-]+$/.test(name) && existsSync(file) ? readFileSync(file, 'utf8') : undefined;
};

/** Licences, in the SPDX list's names, of what a package of binaries has linked into it beside its own. */
const linkedIn: readonly (readonly [RegExp, readonly string[]])[] = [
  // cairo
  [/^@img\/sharp-libvips-/, ['MPL-1.1']],
];

const getAuthor = ({ author }: Package): string =>
  typeof author === 'string' ? author : (author?.name ?? 'its authors');

/**
 * Every licence text and notice of one package: its own files, or the standard text where it ships none, as packages with
 * nothing but binaries do.
 *
 * @throws naming a package without either.
 */
export const getLicenceTexts = (modules: string, found: Package): string[] => {
  const folder = join(modules, found.name);
  const read = (isWanted: (path: string) => boolean) =>
    readdirSync(folder)
      .filter((file) => isWanted(join(found.name, file)))
      .sort()
      .map((file) => readFileSync(join(folder, file), 'utf8').trim());
  const own = read(isLicence);
  const standard = own.length > 0 ? undefined : standardText(found.license);
  if (own.length === 0 && standard === undefined)
    throw new Error(`${found.name} ships no licence, and layers/render/licences has no text of ${found.license}.`);
  const linked = linkedIn.flatMap(([names, licences]) => (names.test(found.name) ? licences : []));
  return [
    ...own,
    ...(standard === undefined ? [] : [`Copyright ${getAuthor(found)}\n\n${standard.trim()}`]),
    ...read(isNotices),
    ...linked.map((name) => standardText(name)?.trim() ?? ''),
  ];
};

const rule = '='.repeat(80);

/** `LICENCES.txt`: which packages there are in a `node_modules` folder, or some of them, and the whole text of the licence of each. */
export const licencesDocument = (modules: string, packages = packagesIn(modules)): string => {
  const names = packages.map(({ name, version, license }) => `${name} ${version}: ${license}`);
  const sections = packages.map((one, n) => [rule, names[n], rule, '', ...getLicenceTexts(modules, one)].join('\n'));
  return `${names.join('\n')}\n\n${sections.join('\n\n')}\n`;
};
