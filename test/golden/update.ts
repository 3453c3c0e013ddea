/** Rewrites the kept pictures: `node test/golden/update.ts [name...]`. Whoever runs it looks at what changed. */
import { readdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import sharp from 'sharp';
import { closeDrawers } from '../../lambdas/isolation/draw/draw.ts';
import { goldenCases } from './cases/index.ts';
import { drawCase, picturePath } from './draw-case.ts';

const chosen = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));

for (const golden of goldenCases) {
  if (chosen.length > 0 && !chosen.includes(golden.name)) continue;
  const { bytes, failedImages } = await drawCase(golden);
  await writeFile(picturePath(golden.name), await sharp(bytes).png({ compressionLevel: 9, palette: false }).toBuffer());
  console.log(golden.name, failedImages.length > 0 ? failedImages : '');
}

const known = new Set(goldenCases.map(({ name }) => `${name}.png`));
const folder = dirname(picturePath('any'));
for (const file of await readdir(folder)) if (!known.has(file)) await rm(`${folder}/${file}`);
closeDrawers();
