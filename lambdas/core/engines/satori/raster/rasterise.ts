import type { Resvg } from '@resvg/resvg-js';
import type Sharp from 'sharp';
import type { Pixels } from '../../../picture/pixels.ts';

/** A rasteriser's own refusal of a document. Mistakes of the code around it are other errors. */
export class RasteriserError extends Error {
  override readonly name = 'RasteriserError';
  constructor(rasteriser: string, cause: unknown) {
    super(`${rasteriser}: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}

/**
 * Draws with resvg. Now and then that ends the process.
 *
 * @param width of the picture. @default the document's own
 * @throws RasteriserError
 */
export const rasteriseWithResvg = (svg: string, Engine: typeof Resvg, width?: number): Pixels => {
  const size = width === undefined ? {} : { fitTo: { mode: 'width', value: width } as const };
  try {
    const image = new Engine(svg, { font: { loadSystemFonts: false }, ...size }).render();
    return { data: image.pixels, width: image.width, height: image.height };
  } catch (error) {
    throw new RasteriserError('resvg', error);
  }
};

/**
 * Draws with librsvg, which is slower on text and survives what ends the other.
 *
 * @throws RasteriserError
 */
export const rasteriseWithLibrsvg = async (
  svg: string,
  width: number,
  height: number,
  sharp: typeof Sharp,
): Promise<Pixels> => {
  const image = sharp(Buffer.from(svg), { limitInputPixels: 4096 * 4096 * 4, unlimited: true })
    .resize(width, height, { fit: 'fill' })
    .ensureAlpha()
    .raw();
  const { data, info } = await image.toBuffer({ resolveWithObject: true }).catch((error: unknown) => {
    throw new RasteriserError('librsvg', error);
  });
  return { data: multiplied(data), width: info.width, height: info.height };
};

/** Colours multiplied by alpha, in place. */
const multiplied = (data: Buffer): Buffer => {
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] as number;
    if (alpha === 255) continue;
    data[at] = Math.round(((data[at] as number) * alpha) / 255);
    data[at + 1] = Math.round(((data[at + 1] as number) * alpha) / 255);
    data[at + 2] = Math.round(((data[at + 2] as number) * alpha) / 255);
  }
  return data;
};
