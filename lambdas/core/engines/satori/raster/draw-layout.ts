import type { Resvg } from '@resvg/resvg-js';
import type Sharp from 'sharp';
import { type Painting, type Pixels, paintingOf, reusedWords } from '../../../picture/pixels.ts';
import { writeXml } from '../../../picture/svg/xml.ts';
import type { Layout } from '../layout.ts';
import { templateMemory } from './kept.ts';
import { isDocumentBeyondLayers } from './layer-reach.ts';
import { paint } from './paint.ts';
import { cutDocument, type Piece } from './pieces.ts';
import { RasteriserError, rasteriseWithLibrsvg, rasteriseWithResvg } from './rasterise.ts';

/** What a drawing process keeps of all templates together, in bytes. */
const largestMemory = 96 << 20;

export interface LayoutDrawing {
  readonly layout: Layout;
  /** Device pixels. */
  readonly width: number;
  readonly height: number;
  /** Whether resvg ended the process of a first try: then it is not asked. */
  readonly isSecondTry: boolean;
}

/** What came of it; with the reason where librsvg stepped in for resvg, and pixels may differ. */
export interface Drawn<Picture> {
  readonly picture: Picture;
  readonly fallback: string | undefined;
}

/**
 * Makes the functions that turn layouts into pixels. One picture after the other: the pixels of one are gone when the next
 * is drawn. Where resvg refuses a document, librsvg draws all of it; where it would lose a part of one or end the process,
 * librsvg is asked at once: that follows from the document alone, and is no fallback.
 */
export const layoutDrawer = (Engine: typeof Resvg, sharp: typeof Sharp) => {
  const memory = templateMemory(largestMemory);
  const words = reusedWords();

  const whole = ({ document, fill }: Layout) => fill(writeXml(document));
  const withLibrsvg = async ({ layout, width, height }: LayoutDrawing) =>
    rasteriseWithLibrsvg(await whole(layout), width, height, sharp);
  const atOnce = async (drawing: LayoutDrawing): Promise<Pixels> => {
    const { layout, width, height } = drawing;
    if (isDocumentBeyondLayers(layout.document, width, height)) return withLibrsvg(drawing);
    return rasteriseWithResvg(await whole(layout), Engine, width);
  };
  const inPieces = async (drawing: LayoutDrawing, template: string): Promise<Painting> => {
    const { layout, width, height } = drawing;
    const cut = cutDocument(layout.document, width, height);
    if (!cut) return paintingOf(await atOnce(drawing));
    const draw = async (svg: string, { crop, isBeyondLayers }: Piece) => {
      const filled = await layout.fill(svg);
      if (!isBeyondLayers) return rasteriseWithResvg(filled, Engine).data;
      return (await rasteriseWithLibrsvg(filled, crop.right - crop.left, crop.bottom - crop.top, sharp)).data;
    };
    return paint(cut, `${width}x${height} ${template}`, { memory, words, draw });
  };

  return {
    /** The whole document in one go. */
    pixelsOf: (drawing: LayoutDrawing): Promise<Drawn<Pixels>> =>
      orElse(
        drawing,
        () => atOnce(drawing),
        () => withLibrsvg(drawing),
      ),
    /** Piece by piece over what is kept of its template, where the document can be cut. */
    paintingOf: (drawing: LayoutDrawing, template: string): Promise<Drawn<Painting>> =>
      orElse(
        drawing,
        () => inPieces(drawing, template),
        async () => paintingOf(await withLibrsvg(drawing)),
      ),
  };
};

/** Draws in another way where the rasteriser refuses the first. Mistakes of our own are not drawn over. */
const orElse = async <Picture>(
  { isSecondTry }: LayoutDrawing,
  draw: () => Promise<Picture>,
  otherwise: () => Promise<Picture>,
): Promise<Drawn<Picture>> => {
  if (isSecondTry) return { picture: await otherwise(), fallback: 'resvg ended its process' };
  try {
    return { picture: await draw(), fallback: undefined };
  } catch (error) {
    if (!(error instanceof RasteriserError)) throw error;
    return { picture: await otherwise(), fallback: error.message };
  }
};
