import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pixelmatch from 'pixelmatch';
import sharp from 'sharp';
import type { EngineName } from '#engine/engine-names.ts';
import { render } from '#engine/isolation/render/render.ts';
import { getTestTypography, packBytes } from '../../support/font-packs.ts';
import { type GoldenCase, getOptions } from './case.ts';

export const imagePath = (engine: EngineName, name: string): string =>
  fileURLToPath(new URL(`./pictures/${engine}/${name}.png`, import.meta.url));

/** Renders a case; families outside the core come from packs. */
export const renderCase = async (golden: GoldenCase, engine: EngineName) => {
  const { tree, images = {} } = golden;
  const typography = await getTestTypography(tree);
  const request = { tree, options: getOptions(golden), images, engine, typography };
  return render(request, { fontBytes: async (hash) => packBytes(hash) });
};

/** An encoded image's pixels, four bytes each. */
export const getPixels = async (bytes: Uint8Array) => {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
};

/** Share of pixels that look different in an image and in a stored file. @throws where their sizes differ */
export const differenceFrom = async (file: string, bytes: Uint8Array): Promise<number> => {
  const [one, other] = [await getPixels(bytes), await getPixels(await readFile(file))];
  if (one.width !== other.width) throw new Error('Images of different sizes.');
  const pixels = one.width * one.height;
  return pixelmatch(one.data, other.data, undefined, one.width, one.height, { threshold: 0.1 }) / pixels;
};
