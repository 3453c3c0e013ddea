import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { makeInstance } from 'image-url-engine/assets.ts';
import { coreFamilies } from 'image-url-engine/fonts.ts';

const load = createRequire(import.meta.url);

/**
 * Writes the faces of the variable font packages in a `node_modules` folder as WOFF files, in the weights of the
 * catalogue: reading these is faster than generating them.
 */
export const writeStaticFaces = async (modules: string): Promise<void> => {
  const scope = join(modules, '@fontsource-variable');
  for (const id of readdirSync(scope)) {
    const weights = coreFamilies.find((family) => family.id === id)?.weights ?? [];
    const files = join(scope, id, 'files');
    for (const file of readdirSync(files).filter((name) => name.includes('-wght-')))
      for (const weight of weights) {
        const face = await makeInstance(load, readFileSync(join(files, file)), { wght: weight }, 'woff');
        writeFileSync(join(files, file.replace('-wght-', `-${weight}-`).replace(/2$/, '')), face);
      }
  }
};
