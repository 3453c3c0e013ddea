import { wordsOf } from '../../../picture/pixels.ts';
import type { PiecePixels } from './canvas.ts';
import { type CutDocument, documentOf, type Piece } from './pieces.ts';
import type { RasteriseSvg } from './shadows.ts';
import type { Stripes } from './stripes.ts';

/**
 * Rasterises one column or one row of a piece, and fills its box with that. The column is as high as the piece's crop: from another
 * place on, a gradient would be rounded otherwise.
 */
export const paintStripes = async (
  { box, isInRows }: Stripes,
  { svg, crop }: Pick<Piece, 'svg' | 'crop'>,
  cut: CutDocument,
  rasterise: RasteriseSvg,
): Promise<PiecePixels> => {
  const line = isInRows
    ? { ...crop, left: box.left, right: box.left + 1 }
    : { ...crop, top: box.top, bottom: box.top + 1 };
  const strip = wordsOf(await rasterise(documentOf({ svg, crop: line }, cut)));
  const [width, across, down] = [box.right - box.left, box.left - line.left, box.top - line.top];
  const words = new Uint32Array(width * (box.bottom - box.top));
  for (let start = 0, row = 0; start < words.length; start += width, row += 1)
    if (isInRows) words.fill(strip[down + row] as number, start, start + width);
    else words.set(strip.subarray(across, across + width), start);
  return { words, box };
};
