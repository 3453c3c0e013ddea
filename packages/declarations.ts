import { readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/**
 * Copies a declaration file and those of this repository that it imports into one folder.
 *
 * @param packages the folder with the declarations of the packages that are imported by name
 */
export const copyDeclarations = (file: string, folder: string, packages: string, copied = new Set<string>()): void => {
  if (copied.has(file)) return;
  copied.add(file);
  const text = readFileSync(file, 'utf8').replaceAll(
    /from '((?:\.|image-url-(?:contract|engine)\/)[^']*)'/g,
    (_, named: string) => {
      const declared = named.replace(/^image-url-([a-z]+)/, `${packages}/$1/src`).replace(/\.[jt]s$/, '.d.ts');
      const imported = resolve(dirname(file), declared);
      copyDeclarations(imported, folder, packages, copied);
      return `from './${basename(imported, '.d.ts')}.js'`;
    },
  );
  writeFileSync(join(folder, basename(file)), text);
};
