import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import type { EngineName } from '../../lambdas/contract/engine-names.ts';
import { draw } from '../../lambdas/isolation/draw/draw.ts';
import { type GoldenCase, optionsOf } from './case.ts';

export const picturePath = (engine: EngineName, name: string): string =>
  fileURLToPath(new URL(`./pictures/${engine}/${name}.png`, import.meta.url));

export const drawCase = (golden: GoldenCase, engine: EngineName) =>
  draw({
    tree: golden.tree,
    options: optionsOf(golden),
    images: golden.images ?? {},
    engine,
    template: `golden/${golden.name}`,
  });

/** An encoded picture's pixels, four bytes each. */
export const pixelsOf = async (bytes: Uint8Array) => {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
};
