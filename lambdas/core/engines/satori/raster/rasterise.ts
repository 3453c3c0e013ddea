import type { Resvg } from '@resvg/resvg-js';
import type Sharp from 'sharp';

/** Device pixels, four bytes each: red, green, blue, alpha, colours multiplied by alpha. */
export interface Pixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

export type Rasteriser = 'resvg' | 'librsvg';

/** Draws with resvg. @throws whatever it cannot draw; now and then it ends the process instead. */
export const rasteriseWithResvg = (svg: string, width: number, Engine: typeof Resvg): Pixels => {
  const image = new Engine(svg, { font: { loadSystemFonts: false }, fitTo: { mode: 'width', value: width } }).render();
  return { data: image.pixels, width: image.width, height: image.height };
};

/** Draws with librsvg, which is slower on text and survives what ends the other. */
export const rasteriseWithLibrsvg = async (
  svg: string,
  width: number,
  height: number,
  sharp: typeof Sharp,
): Promise<Pixels> => {
  const { data, info } = await sharp(Buffer.from(svg), { limitInputPixels: 4096 * 4096 * 4, unlimited: true })
    .resize(width, height, { fit: 'fill' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
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
