/** Rewrites the stored images: `node test/engine/golden/update.ts [name...]`. Look at what changed before you commit them. */
import { readdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import sharp from 'sharp';
import { engineNames } from '#engine/engine-names.ts';
import { closeRenderWorkers } from '#engine/isolation/render/render.ts';
import { withEachEngine } from '../../support/each-engine.ts';
import { goldenCases } from './cases/index.ts';
import { imagePath, renderCase } from './render-case.ts';

const chosen = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));

for (const [engine, name, golden] of withEachEngine(goldenCases)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  const { bytes, failedImages } = await renderCase(golden, engine);
  await writeFile(imagePath(engine, name), await sharp(bytes).png({ compressionLevel: 9, palette: false }).toBuffer());
  console.log(engine, name, failedImages.length > 0 ? failedImages : '');
}

const known = new Set(goldenCases.map(({ name }) => `${name}.png`));
for (const engine of engineNames) {
  const folder = dirname(imagePath(engine, 'any'));
  for (const file of await readdir(folder)) if (!known.has(file)) await rm(`${folder}/${file}`);
}
await closeRenderWorkers();
