import {
  type Canvas,
  isOpaque,
  type Painting,
  type PixelBox,
  type WordSource,
  wordsOf,
} from '../../../picture/pixels.ts';
import { overlap } from '../svg/geometry.ts';
import { drawOver, emptyCanvas, fill, type Layer } from './canvas.ts';
import type { Ground, KeptTemplate, TemplateMemory, Variant } from './kept.ts';
import { type CutDocument, documentOf, doOverlap, isNothing, type Piece } from './pieces.ts';
import { paintShadows } from './shadows.ts';

/** Draws a piece, or a part of it, as a document of its own; four bytes a pixel, colours multiplied by alpha. */
export type DrawPiece = (svg: string, piece: Piece) => Promise<Uint8Array>;

export interface PaintParts {
  readonly memory: TemplateMemory;
  /** Where a picture's pixels go, until the next picture is painted. */
  readonly words: WordSource;
  readonly draw: DrawPiece;
}

/** After so many pictures in a row that shared nothing, keeping is given up until the template is forgotten. */
const mostMisses = 8;
const mostVariants = 3;
/** A picture with this share of a variant's pieces is laid out like it. */
const alike = 0.6;
/** Layers kept of one template, in bytes. */
const largestLayers = 16 << 20;

/**
 * Paints a document piece by piece. What pictures of one template have in common is painted once and kept; a painting on
 * what is kept and one from nothing are the same to the last bit, because every piece is drawn alone either way.
 *
 * @param name of the template and the size: nothing is shared between two names.
 */
export const paint = async (cut: CutDocument, name: string, parts: PaintParts): Promise<Painting> => {
  const { memory } = parts;
  const kept = memory.get(name) ?? { variants: [], layers: new Map(), misses: 0 };
  const known = findGround(cut, kept);
  if (known) kept.misses = 0;
  else if (kept.misses >= mostMisses) return fromNothing(cut, layerSource(cut, undefined, parts), parts);
  const layers = kept.layers.size;
  const painting = known
    ? await onGround(known.ground, known.moving, layerSource(cut, kept, parts), parts)
    : await learn(cut, kept, parts);
  if (!known || kept.layers.size > layers) memory.set(name, kept);
  return painting;
};

/** The ground of a variant that fits a picture, with what is to be drawn over it. */
const findGround = ({ pieces }: CutDocument, { variants }: KeptTemplate) => {
  for (const variant of variants) {
    const moving = variant.ground && movingPieces(pieces, variant.ground);
    if (!variant.ground || !moving) continue;
    first(variants, variant);
    return { ground: variant.ground, moving };
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

/** Paints a picture no ground fits, and learns from it: another of a variant that is known, or the first of a new one. */
const learn = async (cut: CutDocument, kept: KeptTemplate, parts: PaintParts): Promise<Painting> => {
  const keys = new Set(cut.pieces.map(({ key }) => key));
  const variant = kept.variants.find(({ still }) => keys.intersection(still).size >= alike * still.size);
  kept.misses += 1;
  if (!variant) {
    first(kept.variants, { still: keys, ground: undefined });
    return fromNothing(cut, layerSource(cut, kept, parts), parts);
  }
  first(kept.variants, variant);
  variant.still = keys.intersection(variant.still);
  for (const key of kept.layers.keys()) if (!kept.variants.some(({ still }) => still.has(key))) kept.layers.delete(key);
  const layerOf = layerSource(cut, kept, parts);
  variant.ground = await newGround(cut, variant.still, layerOf);
  if (!variant.ground) return fromNothing(cut, layerOf, parts);
  return onGround(variant.ground, movingPieces(cut.pieces, variant.ground) ?? [], layerOf, parts);
};

type LayerSource = (piece: Piece) => Promise<Layer>;

const fromNothing = async (
  { pieces, width, height }: CutDocument,
  layerOf: LayerSource,
  { words }: PaintParts,
): Promise<Painting> => {
  const canvas = { words: words(width * height).fill(0), width, height };
  await drawPieces(canvas, pieces, layerOf);
  return { canvas, isOpaque: isOpaque(canvas) };
};

const onGround = async (
  ground: Ground,
  moving: readonly Piece[],
  layerOf: LayerSource,
  { words }: PaintParts,
): Promise<Painting> => {
  const canvas = { ...ground.canvas, words: words(ground.canvas.words.length) };
  canvas.words.set(ground.canvas.words);
  await drawPieces(canvas, moving, layerOf);
  // what is drawn over an opaque picture leaves it opaque
  const unchanged = { background: ground, except: moving.map(({ box }) => box) };
  return { canvas, isOpaque: ground.isOpaque || isOpaque(canvas), unchanged };
};

const drawPieces = async (canvas: Canvas, pieces: readonly Piece[], layerOf: LayerSource): Promise<void> => {
  for (const piece of pieces) {
    if (isNothing(piece.box)) continue;
    const { solid } = piece;
    if (solid) fill(canvas, solid.word, solid.box);
    else {
      const layer = await layerOf(piece);
      drawOver(canvas, layer, overlap(layer.box, piece.box), piece.rounding);
    }
  }
};

/** Draws pieces, or takes their pixels from what is kept; keeps those that stay and take long. */
const layerSource = (cut: CutDocument, kept: KeptTemplate | undefined, { draw }: PaintParts): LayerSource => {
  return async (piece) => {
    const known = kept?.layers.get(piece.key);
    if (known) return known;
    const drawn =
      piece.shadows && !piece.isBeyondLayers
        ? await paintShadows(piece.shadows, cut, (svg) => draw(svg, piece))
        : { words: wordsOf(await draw(documentOf(piece, cut), piece)), box: piece.crop };
    const isStill = kept?.variants.some(({ still, ground }) => ground !== undefined && still.has(piece.key));
    if (kept && isStill && piece.rounding === 'nearest') keepLayer(kept.layers, piece, drawn);
    return drawn;
  };
};

const keepLayer = (layers: Map<string, Layer>, { key, box }: Piece, layer: Layer): void => {
  const part = overlap(layer.box, box);
  const size = (part.right - part.left) * (part.bottom - part.top) * 4;
  const bytes = layers.values().reduce((sum, { words }) => sum + words.byteLength, size);
  if (bytes <= largestLayers) layers.set(key, partOf(layer, part));
};

/** A copy of a box's part of a layer: what a rasteriser hands out may lie in memory of its own. */
const partOf = ({ words, box: whole }: Layer, box: PixelBox): Layer => {
  const [width, across] = [box.right - box.left, whole.right - whole.left];
  const part = new Uint32Array(width * (box.bottom - box.top));
  for (let row = box.top; row < box.bottom; row += 1) {
    const from = (row - whole.top) * across + box.left - whole.left;
    part.set(words.subarray(from, from + width), (row - box.top) * width);
  }
  return { words: part, box };
};

/**
 * The pieces to be drawn over a ground.
 *
 * @returns undefined when the ground is not that of these pieces: one of its own is missing or at another place in the
 * order, or would have to lie over one that is not in it.
 */
const movingPieces = (pieces: readonly Piece[], { pieces: lowest }: Ground): Piece[] | undefined => {
  const moving: Piece[] = [];
  let next = 0;
  for (const piece of pieces) {
    const low = lowest[next];
    if (piece.key !== low?.key) {
      moving.push(piece);
    } else {
      if (moving.some(({ box }) => doOverlap(box, low.box))) return undefined;
      next += 1;
    }
  }
  return next === lowest.length ? moving : undefined;
};

/** Paints what a picture shares with those before it, as far as nothing else lies beneath. */
const newGround = async (
  cut: CutDocument,
  still: ReadonlySet<string>,
  layerOf: LayerSource,
): Promise<Ground | undefined> => {
  const moving: Piece[] = [];
  const lowest = cut.pieces.filter((piece) => {
    const isLow = still.has(piece.key) && !moving.some(({ box }) => doOverlap(box, piece.box));
    if (!isLow) moving.push(piece);
    return isLow;
  });
  if (lowest.length === 0) return undefined;
  const canvas = emptyCanvas(cut.width, cut.height);
  await drawPieces(canvas, lowest, layerOf);
  return { pieces: lowest.map(({ key, box }) => ({ key, box })), canvas, isOpaque: isOpaque(canvas) };
};
