import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { facesEnding, fontPackagesIn, packFaces } from './src/isolation/render/font-packages.ts';
import { coreFamilies, hanFamilies } from './src/rendering/fonts/catalogue.ts';

const han = new Set(Object.values(hanFamilies));

/** Returns the `package.json` of a package inside another, without entry points. */
export const packageName = (modules: string, name: string): string => {
  const { version, license } = JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8'));
  return `${JSON.stringify({ name, version, license })}\n`;
};

/**
 * Writes the core families to a folder, as packages with one file per subset. Chinese, Japanese and Korean families are
 * omitted, because they are as large as all others.
 *
 * @param modules the `node_modules` folder with the packages
 * @returns the names of the packages
 */
export const writeFonts = (modules: string, folder: string): string[] => {
  const { describe, readStatic } = fontPackagesIn(modules);
  return coreFamilies
    .filter((family) => !han.has(family))
    .map(({ id }) => {
      const described = describe(id);
      if (!described) throw new Error(`@fontsource/${id} is not installed.`);
      const name = `@fontsource/${id}`;
      const out = join(folder, name);
      mkdirSync(join(out, 'files'), { recursive: true });
      writeFileSync(join(out, 'package.json'), packageName(modules, name));
      for (const file of ['metadata.json', 'unicode.json', 'LICENSE'])
        if (existsSync(join(modules, name, file))) copyFileSync(join(modules, name, file), join(out, file));
      for (const subset of Object.keys(described.ranges)) {
        const faces = described.styles.flatMap((style) =>
          described.weights.flatMap((weight) => {
            const data = readStatic({ id, subset, weight, style: style === 'italic' ? 'italic' : 'normal' });
            return data ? [{ weight, style, data: new Uint8Array(data) }] : [];
          }),
        );
        if (faces.length > 0) writeFileSync(join(out, 'files', `${id}-${subset}${facesEnding}`), packFaces(faces));
      }
      return name;
    });
};
