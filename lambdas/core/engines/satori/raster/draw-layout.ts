import type { Resvg } from '@resvg/resvg-js';
import type Sharp from 'sharp';
import { writeXml } from '../../../picture/svg/xml.ts';
import type { Layout } from '../layout.ts';
import { isOpaque, reusedWords, wordsOf } from './canvas.ts';
import { templateMemory } from './kept.ts';
import { isDocumentBeyondLayers } from './layer-reach.ts';
import { type Painting, paint } from './paint.ts';
import { cutDocument, type Piece } from './pieces.ts';
import { type Pixels, type Rasteriser, rasteriseWithLibrsvg, rasteriseWithResvg } from './rasterise.ts';

/** What a drawing process keeps of all templates together, in bytes. */
const largestMemory = 96 << 20;

export interface LayoutDrawing {
  readonly layout: Layout;
  /** Device pixels. */
  readonly width: number;
  readonly height: number;
  /** What is kept is kept under this name. */
  readonly template: string;
  readonly rasteriser: Rasteriser;
}

/**
 * Makes the function that turns layouts into pixels: piece by piece over what is kept of their template, or at once where
 * a document cannot be cut, with the second rasteriser where the first one fails. One picture after the other: the pixels
 * of one are gone when the next is drawn.
 */
export const layoutDrawer = (Engine: typeof Resvg, sharp: typeof Sharp) => {
  const memory = templateMemory(largestMemory);
  const words = reusedWords();
  return async ({ layout, width, height, template, rasteriser }: LayoutDrawing): Promise<Painting> => {
    const whole = async () => layout.fill(writeXml(layout.document));
    const draw = async (svg: string, { crop, isBeyondLayers }: Piece) => {
      const filled = await layout.fill(svg);
      if (!isBeyondLayers) return new Engine(filled, { font: { loadSystemFonts: false } }).render().pixels;
      return (await rasteriseWithLibrsvg(filled, crop.right - crop.left, crop.bottom - crop.top, sharp)).data;
    };
    if (rasteriser === 'librsvg') return atOnce(await rasteriseWithLibrsvg(await whole(), width, height, sharp));
    try {
      const cut = cutDocument(layout.document, width, height);
      if (!cut && isDocumentBeyondLayers(layout.document, width, height))
        return atOnce(await rasteriseWithLibrsvg(await whole(), width, height, sharp));
      if (!cut) return atOnce(rasteriseWithResvg(await whole(), width, Engine));
      return await paint(cut, `${width}x${height} ${template}`, { memory, words, draw });
    } catch {
      return atOnce(await rasteriseWithLibrsvg(await whole(), width, height, sharp));
    }
  };
};

const atOnce = ({ data, width, height }: Pixels): Painting => {
  const canvas = { words: wordsOf(data), width, height };
  return { canvas, isOpaque: isOpaque(canvas), ground: undefined, changed: [] };
};
