import type { Resvg } from '@resvg/resvg-js';
import type Sharp from 'sharp';
import { type Painting, type Pixels, paintingOf, reusedWords } from '../../../picture/pixels.ts';
import { writeXml } from '../../../picture/svg/xml.ts';
import type { Layout } from '../layout.ts';
import { isDocumentBeyondLayers } from './layer-reach.ts';
import { paint } from './paint.ts';
import { cutDocument, type Piece } from './pieces.ts';
import { RasteriserError, rasteriseWithLibrsvg, rasteriseWithResvg } from './rasterise.ts';
import { templateCache } from './template-cache.ts';

/** What a drawing process keeps of all templates together, in bytes. */
const largestCacheBytes = 96 << 20;

export interface RasterRequest {
  readonly layout: Layout;
  /** Device pixels. */
  readonly width: number;
  readonly height: number;
  /** Whether resvg ended the process of a first try: then it is not asked. */
  readonly isSecondTry: boolean;
}

/** What came of it; with the reason where librsvg stepped in for resvg, and pixels may differ. */
export interface Rasterised<Picture> {
  readonly picture: Picture;
  readonly fallback: string | undefined;
}

/**
 * Makes the functions that turn layouts into pixels. One picture after the other: the pixels of one are gone when the next
 * is drawn. Where resvg refuses a document, librsvg draws all of it; where it would lose a part of one or end the process,
 * librsvg is asked at once: that follows from the document alone, and is no fallback.
 */
export const layoutRasteriser = (Engine: typeof Resvg, sharp: typeof Sharp) => {
  const cache = templateCache(largestCacheBytes);
  const words = reusedWords();

  const whole = ({ document, fill }: Layout) => fill(writeXml(document));
  const withLibrsvg = async ({ layout, width, height }: RasterRequest) =>
    rasteriseWithLibrsvg(await whole(layout), width, height, sharp);
  const atOnce = async (request: RasterRequest): Promise<Pixels> => {
    const { layout, width, height } = request;
    if (isDocumentBeyondLayers(layout.document, width, height)) return withLibrsvg(request);
    return rasteriseWithResvg(await whole(layout), Engine, width);
  };
  const inPieces = async (request: RasterRequest, template: string): Promise<Painting> => {
    const { layout, width, height } = request;
    const cut = cutDocument(layout.document, width, height);
    if (!cut) return paintingOf(await atOnce(request));
    const rasterise = async (svg: string, { crop, isBeyondLayers }: Piece) => {
      const filled = await layout.fill(svg);
      if (!isBeyondLayers) return rasteriseWithResvg(filled, Engine).data;
      return (await rasteriseWithLibrsvg(filled, crop.right - crop.left, crop.bottom - crop.top, sharp)).data;
    };
    return paint(cut, `${width}x${height} ${template}`, { cache, words, rasterise });
  };

  return {
    /** The whole document in one go. */
    pixelsOf: (request: RasterRequest): Promise<Rasterised<Pixels>> =>
      orElse(
        request,
        () => atOnce(request),
        () => withLibrsvg(request),
      ),
    /** Piece by piece over what is kept of its template, where the document can be cut. */
    paintingOf: (request: RasterRequest, template: string): Promise<Rasterised<Painting>> =>
      orElse(
        request,
        () => inPieces(request, template),
        async () => paintingOf(await withLibrsvg(request)),
      ),
  };
};

/** Draws in another way where the rasteriser refuses the first. Any other error is a mistake of ours, and surfaces. */
const orElse = async <Picture>(
  { isSecondTry }: RasterRequest,
  draw: () => Promise<Picture>,
  otherwise: () => Promise<Picture>,
): Promise<Rasterised<Picture>> => {
  if (isSecondTry) return { picture: await otherwise(), fallback: 'resvg ended its process' };
  try {
    return { picture: await draw(), fallback: undefined };
  } catch (error) {
    if (!(error instanceof RasteriserError)) throw error;
    return { picture: await otherwise(), fallback: error.message };
  }
};
