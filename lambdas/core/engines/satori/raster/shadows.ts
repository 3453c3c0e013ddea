import { type Canvas, wordsOf } from '../../../picture/pixels.ts';
import { writeXml } from '../../../picture/svg/xml.ts';
import { blur } from './blur.ts';
import { type Coverage, emptyCanvas, faded, type PiecePixels, paintOver } from './canvas.ts';
import { type CutDocument, documentOf } from './pieces.ts';
import type { Shadow, ShadowFilter } from './shadow-filter.ts';

/** Rasterises an SVG document; four bytes a pixel, colours multiplied by alpha. */
export type RasteriseSvg = (svg: string) => Promise<Uint8Array>;

/**
 * Paints a piece with shadows, as resvg would, in a quarter of the time: resvg blurs four channels, and a shadow has one
 * colour, so one channel is enough.
 */
export const paintShadows = async (
  { source, mask, region, merged }: ShadowFilter,
  cut: CutDocument,
  rasterise: RasteriseSvg,
): Promise<PiecePixels> => {
  const [width, height] = [region.right - region.left, region.bottom - region.top];
  const drawn = async (svg: string) => wordsOf(await rasterise(documentOf({ svg, crop: region }, cut)));
  const graphic = await drawn(source);
  const coverage: Coverage = { data: alphaOf(graphic), width, height };
  const box = { left: 0, top: 0, right: width, bottom: height };
  const canvas = emptyCanvas(width, height);
  for (const [index, part] of merged.entries()) {
    const words = part === 'source' ? graphic : await shadowWords(part, coverage, rasterise);
    if (index === 0) canvas.words.set(words);
    else paintOver(canvas, { words, box }, box, 'nearest');
  }
  if (mask !== undefined) fade(canvas, await drawn(mask));
  return { words: canvas.words, box: region };
};

const alphaOf = (words: Uint32Array): Uint8Array => {
  const alpha = new Uint8Array(words.length);
  for (let at = 0; at < words.length; at += 1) alpha[at] = (words[at] as number) >>> 24;
  return alpha;
};

const shadowWords = async (shadow: Shadow, coverage: Coverage, rasterise: RasteriseSvg): Promise<Uint32Array> => {
  const { data, width, height } = blur(coverage, shadow.deviation);
  const colour = await wordOf(shadow.colour, rasterise);
  const tinted = Uint32Array.from({ length: 256 }, (_, share) => faded(colour, share));
  const words = new Uint32Array(data.length);
  const { right, down } = shadow;
  for (let row = Math.max(0, down); row < Math.min(height, height + down); row += 1) {
    const [to, from] = [row * width, (row - down) * width - right];
    for (let at = Math.max(0, right); at < Math.min(width, width + right); at += 1)
      words[to + at] = tinted[data[from + at] as number] as number;
  }
  return words;
};

/** A colour as the rasteriser reads it. */
const wordOf = async (colour: string, rasterise: RasteriseSvg): Promise<number> => {
  const pixel = { name: 'rect', attributes: { width: '1', height: '1', fill: colour }, children: [] };
  const drawn = await rasterise(
    `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1">${writeXml(pixel)}</svg>`,
  );
  return wordsOf(drawn)[0] as number;
};

/** Takes away what a mask hides. @param mask greys, none of it transparent. */
const fade = ({ words }: Canvas, mask: Uint32Array): void => {
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as number;
    if (word !== 0) words[at] = faded(word, (mask[at] as number) & 0xff);
  }
};
