import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Puts a layer and a studio into a folder that are as good as those that are built where nothing is deployed. */
export const emptyAssets = (folder: string) => {
  const [layerFolder, studioFolder] = [join(folder, 'layer'), join(folder, 'studio')];
  for (const path of [layerFolder, studioFolder]) mkdirSync(path);
  writeFileSync(join(layerFolder, 'empty'), '');
  writeFileSync(join(studioFolder, 'main.js'), '');
  copyFileSync('packages/studio/page/index.html', join(studioFolder, 'index.html'));
  return { layerFolder, studioFolder };
};

/** Context of an app whose code is not bundled. */
export const unbundled = { 'aws:cdk:bundling-stacks': [] };
