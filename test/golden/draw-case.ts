import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { draw } from '../../lambdas/isolation/draw/draw.ts';
import { type GoldenCase, optionsOf } from './case.ts';

export const picturePath = (name: string): string => fileURLToPath(new URL(`./pictures/${name}.png`, import.meta.url));

export const drawCase = (golden: GoldenCase) =>
  draw(
    {
      tree: golden.tree,
      options: optionsOf(golden),
      images: golden.images ?? {},
      template: `golden/${golden.name}`,
    },
    { account: 'test' },
  );

/** An encoded picture's pixels, four bytes each. */
export const pixelsOf = async (bytes: Uint8Array) => {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
};
