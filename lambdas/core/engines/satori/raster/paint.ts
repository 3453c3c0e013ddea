import {
  type Canvas,
  isOpaque,
  type Painting,
  type PixelBox,
  type WordSource,
  wordsOf,
} from '../../../picture/pixels.ts';
import { overlap } from '../svg/geometry.ts';
import { emptyCanvas, fill, type PiecePixels, paintOver } from './canvas.ts';
import { paintStripes } from './paint-stripes.ts';
import { type CutDocument, documentOf, doOverlap, isNothing, type Piece } from './pieces.ts';
import { paintShadows, type RasteriseSvg } from './shadows.ts';
import type { Background, CachedTemplate, TemplateCache, Variant } from './template-cache.ts';

/** Rasterises a piece, or a part of it, as a document of its own; four bytes a pixel, colours multiplied by alpha. */
export type RasterisePiece = (svg: string, piece: Piece) => Promise<Uint8Array>;

export interface PaintParts {
  readonly cache: TemplateCache;
  /** Where a picture's pixels go, until the next picture is painted. */
  readonly words: WordSource;
  readonly rasterise: RasterisePiece;
}

/** After so many pictures in a row that had nothing in common, nothing more is kept until the template leaves the cache. */
const mostMisses = 8;
const mostVariants = 3;
/** A picture with this share of a variant's pieces belongs to the variant. */
const alike = 0.6;
/** Pixels kept of one template, in bytes. */
const largestPixelBytes = 16 << 20;

/**
 * Paints a document piece by piece. What pictures of one template have in common is painted once and kept; a painting on
 * what is kept and one from nothing are the same to the last bit, because every piece is rasterised alone either way.
 *
 * @param name of the template and the size: nothing is shared between two names.
 */
export const paint = async (cut: CutDocument, name: string, parts: PaintParts): Promise<Painting> => {
  const { cache } = parts;
  const kept = cache.get(name) ?? { variants: [], pixels: new Map(), misses: 0 };
  const known = findBackground(cut, kept);
  if (known) kept.misses = 0;
  else if (kept.misses >= mostMisses) return fromNothing(cut, pixelSource(cut, undefined, parts), parts);
  const pixels = kept.pixels.size;
  const painting = known
    ? await onBackground(known.background, known.above, pixelSource(cut, kept, parts), parts)
    : await learn(cut, kept, parts);
  if (!known || kept.pixels.size > pixels) {
    // an object that is set again is not measured again
    cache.delete(name);
    cache.set(name, kept);
  }
  return painting;
};

/** The background of a variant that fits a picture, with what is to be drawn over it. */
const findBackground = ({ pieces }: CutDocument, { variants }: CachedTemplate) => {
  for (const variant of variants) {
    const above = variant.background && piecesAbove(pieces, variant.background);
    if (!variant.background || !above) continue;
    first(variants, variant);
    return { background: variant.background, above };
  }
  return undefined;
};

/** Moves a variant to the front, or puts it there. */
const first = (variants: Variant[], variant: Variant): void => {
  const at = variants.indexOf(variant);
  if (at >= 0) variants.splice(at, 1);
  variants.unshift(variant);
  if (variants.length > mostVariants) variants.pop();
};

/** Paints a picture without a background that fits, and notes what it has in common with those before it. */
const learn = async (cut: CutDocument, kept: CachedTemplate, parts: PaintParts): Promise<Painting> => {
  const keys = new Set(cut.pieces.map(({ key }) => key));
  const variant = kept.variants.find(({ common }) => keys.intersection(common).size >= alike * common.size);
  kept.misses += 1;
  if (!variant) {
    first(kept.variants, { common: keys, background: undefined });
    return fromNothing(cut, pixelSource(cut, kept, parts), parts);
  }
  first(kept.variants, variant);
  variant.common = keys.intersection(variant.common);
  for (const key of kept.pixels.keys())
    if (!kept.variants.some(({ common }) => common.has(key))) kept.pixels.delete(key);
  const pixelsOf = pixelSource(cut, kept, parts);
  variant.background = await newBackground(cut, variant.common, pixelsOf);
  if (!variant.background) return fromNothing(cut, pixelsOf, parts);
  return onBackground(variant.background, piecesAbove(cut.pieces, variant.background) ?? [], pixelsOf, parts);
};

type PixelSource = (piece: Piece) => Promise<PiecePixels>;

const fromNothing = async (
  { pieces, width, height }: CutDocument,
  pixelsOf: PixelSource,
  { words }: PaintParts,
): Promise<Painting> => {
  const canvas = { words: words(width * height).fill(0), width, height };
  await paintPieces(canvas, pieces, pixelsOf);
  return { canvas, isOpaque: isOpaque(canvas) };
};

const onBackground = async (
  background: Background,
  above: readonly Piece[],
  pixelsOf: PixelSource,
  { words }: PaintParts,
): Promise<Painting> => {
  const canvas = { ...background.canvas, words: words(background.canvas.words.length) };
  canvas.words.set(background.canvas.words);
  await paintPieces(canvas, above, pixelsOf);
  // what is drawn over an opaque picture leaves it opaque
  const unchanged = { background, except: above.map(({ box }) => box) };
  return { canvas, isOpaque: background.isOpaque || isOpaque(canvas), unchanged };
};

const paintPieces = async (canvas: Canvas, pieces: readonly Piece[], pixelsOf: PixelSource): Promise<void> => {
  for (const piece of pieces) {
    if (isNothing(piece.box)) continue;
    const { solid } = piece;
    if (solid) fill(canvas, solid.word, solid.box);
    else {
      const pixels = await pixelsOf(piece);
      paintOver(canvas, pixels, overlap(pixels.box, piece.box), piece.rounding);
    }
  }
};

/** Rasterises pieces, or takes their pixels from the cache; keeps those that all pictures have and that take long. */
const pixelSource = (cut: CutDocument, kept: CachedTemplate | undefined, { rasterise }: PaintParts): PixelSource => {
  return async (piece) => {
    const known = kept?.pixels.get(piece.key);
    if (known) return known;
    const drawn = await rasterised(piece, cut, (svg) => rasterise(svg, piece));
    const isCommon = kept?.variants.some(({ common, background }) => background !== undefined && common.has(piece.key));
    if (kept && isCommon && piece.rounding === 'nearest') keepPixels(kept.pixels, piece, drawn);
    return drawn;
  };
};

const rasterised = async (piece: Piece, cut: CutDocument, rasterise: RasteriseSvg): Promise<PiecePixels> => {
  const { stripes, shadows, isBeyondLayers, crop } = piece;
  if (stripes) return paintStripes(stripes, piece, cut, rasterise);
  if (shadows && !isBeyondLayers) return paintShadows(shadows, cut, rasterise);
  return { words: wordsOf(await rasterise(documentOf(piece, cut))), box: crop };
};

const keepPixels = (kept: Map<string, PiecePixels>, { key, box }: Piece, pixels: PiecePixels): void => {
  const part = overlap(pixels.box, box);
  const size = (part.right - part.left) * (part.bottom - part.top) * 4;
  const bytes = kept.values().reduce((sum, { words }) => sum + words.byteLength, size);
  if (bytes <= largestPixelBytes) kept.set(key, partOf(pixels, part));
};

/** A copy of the part inside a box: what a rasteriser hands out may lie in memory of its own. */
const partOf = ({ words, box: whole }: PiecePixels, box: PixelBox): PiecePixels => {
  const [width, across] = [box.right - box.left, whole.right - whole.left];
  const part = new Uint32Array(width * (box.bottom - box.top));
  for (let row = box.top; row < box.bottom; row += 1) {
    const from = (row - whole.top) * across + box.left - whole.left;
    part.set(words.subarray(from, from + width), (row - box.top) * width);
  }
  return { words: part, box };
};

/**
 * The pieces to be drawn over a background.
 *
 * @returns undefined when the background is not that of these pieces: one of its own is missing or at another place in the
 * order, or would have to lie over one that is not in it.
 */
const piecesAbove = (pieces: readonly Piece[], { pieces: lowest }: Background): Piece[] | undefined => {
  const above: Piece[] = [];
  let next = 0;
  for (const piece of pieces) {
    const low = lowest[next];
    if (piece.key !== low?.key) {
      above.push(piece);
    } else {
      if (above.some(({ box }) => doOverlap(box, low.box))) return undefined;
      next += 1;
    }
  }
  return next === lowest.length ? above : undefined;
};

/** Paints the pieces a picture has in common with those before it, but for those that lie over one that differs. */
const newBackground = async (
  cut: CutDocument,
  common: ReadonlySet<string>,
  pixelsOf: PixelSource,
): Promise<Background | undefined> => {
  const above: Piece[] = [];
  const lowest = cut.pieces.filter((piece) => {
    const isLow = common.has(piece.key) && !above.some(({ box }) => doOverlap(box, piece.box));
    if (!isLow) above.push(piece);
    return isLow;
  });
  if (lowest.length === 0) return undefined;
  const canvas = emptyCanvas(cut.width, cut.height);
  await paintPieces(canvas, lowest, pixelsOf);
  return { pieces: lowest.map(({ key, box }) => ({ key, box })), canvas, isOpaque: isOpaque(canvas) };
};
