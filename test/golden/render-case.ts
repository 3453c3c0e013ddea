import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import type { EngineName } from '../../lambdas/contract/engine-names.ts';
import { render } from '../../lambdas/isolation/render/render.ts';
import { type GoldenCase, getOptions } from './case.ts';

export const imagePath = (engine: EngineName, name: string): string =>
  fileURLToPath(new URL(`./pictures/${engine}/${name}.png`, import.meta.url));

export const renderCase = (golden: GoldenCase, engine: EngineName) =>
  render({ tree: golden.tree, options: getOptions(golden), images: golden.images ?? {}, engine });

/** An encoded image's pixels, four bytes each. */
export const getPixels = async (bytes: Uint8Array) => {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
};
