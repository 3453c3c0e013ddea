/** `npm run studio`: builds the page of a stage, with everything that a server would send, into `packages/studio/built`. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fontFile, getFontPath } from './server/font-file.ts';
import { bundlePage } from './server/page-files.ts';
import { getStudioVocabulary } from './server/vocabulary.ts';

/** Writes the files of a stage's studio. `index.html` still contains placeholders (`page-document.ts`). */
export const buildStudio = async (folder: string): Promise<void> => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, 'fonts'), { recursive: true });
  const known = await getStudioVocabulary();
  const faces = known.families.map(async ({ id }) => {
    const path = getFontPath(id);
    const face = await fontFile(path);
    if (face) await writeFile(join(folder, path), face.body);
  });
  const files = (await bundlePage()).map(({ name, body }) => writeFile(join(folder, name), body));
  await Promise.all([...faces, ...files, writeFile(join(folder, 'vocabulary.json'), JSON.stringify(known))]);
};

if (import.meta.main) await buildStudio(join(import.meta.dirname, 'built'));
