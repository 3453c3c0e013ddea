import { type Canvas, drawOver, emptyCanvas, fill, isOpaque, wordsOf } from './canvas.ts';
import type { Ground, KeptTemplate, TemplateMemory } from './kept.ts';
import { type CutDocument, documentOf, doOverlap, isNothing, type Piece } from './pieces.ts';
import type { PixelBox } from './pixel-box.ts';

/** Draws an SVG document; four bytes a pixel, colours multiplied by alpha. */
export type DrawSvg = (svg: string) => Promise<Uint8Array>;

export interface Painting {
  readonly canvas: Canvas;
  readonly isOpaque: boolean;
  /** The kept ground it was painted on, and where it may differ from it. */
  readonly ground: Ground | undefined;
  readonly changed: readonly PixelBox[];
}

/** After so many pictures in a row that shared nothing, keeping is given up until the template is forgotten. */
const mostMisses = 6;
/** Layers kept of one template, in bytes. */
const largestLayers = 16 << 20;

/**
 * Paints a document piece by piece. What pictures of one template have in common is painted once and kept; a painting on
 * what is kept and one from nothing are the same to the last bit, because every piece is drawn alone either way.
 *
 * @param name of the template and the size: nothing is shared between two names.
 */
export const paint = async (
  cut: CutDocument,
  name: string,
  memory: TemplateMemory,
  draw: DrawSvg,
): Promise<Painting> => {
  const kept = memory.get(name);
  if (!kept) {
    const still = new Set(cut.pieces.map(({ key }) => key));
    memory.set(name, { still, ground: undefined, layers: new Map(), misses: 0 });
    return fromNothing(cut, layerSource(cut, undefined, draw));
  }
  const layerOf = layerSource(cut, kept, draw);
  const moving = kept.ground && movingPieces(cut.pieces, kept.ground);
  if (kept.ground && moving) {
    const layers = kept.layers.size;
    kept.misses = 0;
    const painting = await onGround(kept.ground, moving, layerOf);
    if (kept.layers.size > layers) memory.set(name, kept);
    return painting;
  }
  if (kept.misses >= mostMisses) return fromNothing(cut, layerOf);
  const ground = await newGround(cut, kept, layerOf);
  const painting = ground
    ? await onGround(ground, movingPieces(cut.pieces, ground) ?? [], layerOf)
    : await fromNothing(cut, layerOf);
  memory.set(name, kept);
  return painting;
};

type LayerSource = (piece: Piece) => Promise<Uint32Array>;

const fromNothing = async ({ pieces, width, height }: CutDocument, layerOf: LayerSource): Promise<Painting> => {
  const canvas = emptyCanvas(width, height);
  await drawPieces(canvas, pieces, layerOf);
  return { canvas, isOpaque: isOpaque(canvas), ground: undefined, changed: [] };
};

const onGround = async (ground: Ground, moving: readonly Piece[], layerOf: LayerSource): Promise<Painting> => {
  const canvas = { ...ground.canvas, words: ground.canvas.words.slice() };
  await drawPieces(canvas, moving, layerOf);
  // What is drawn over an opaque picture leaves it opaque.
  return { canvas, isOpaque: ground.isOpaque || isOpaque(canvas), ground, changed: moving.map(({ box }) => box) };
};

const drawPieces = async (canvas: Canvas, pieces: readonly Piece[], layerOf: LayerSource): Promise<void> => {
  for (const piece of pieces) {
    if (isNothing(piece.box)) continue;
    const { solid } = piece;
    if (solid) fill(canvas, solid.word, solid.box);
    else drawOver(canvas, await layerOf(piece), piece.box, piece.rounding);
  }
};

/** Draws pieces, or takes their pixels from what is kept; keeps those that stay and take long. */
const layerSource = (cut: CutDocument, kept: KeptTemplate | undefined, draw: DrawSvg): LayerSource => {
  return async (piece) => {
    const known = kept?.layers.get(piece.key);
    if (known) return known;
    const drawn = partOf(wordsOf(await draw(documentOf(piece, cut))), piece);
    if (kept?.still.has(piece.key) && piece.rounding === 'nearest') keepLayer(kept.layers, piece.key, drawn);
    return drawn;
  };
};

const keepLayer = (layers: Map<string, Uint32Array>, key: string, layer: Uint32Array): void => {
  const bytes = layers.values().reduce((sum, { byteLength }) => sum + byteLength, layer.byteLength);
  // A copy: what a rasteriser hands out may lie in memory of its own.
  if (bytes <= largestLayers) layers.set(key, layer.slice());
};

/** The box's part of a crop's pixels. */
const partOf = (words: Uint32Array, { box, crop }: Piece): Uint32Array => {
  if (box === crop) return words;
  const [width, across] = [box.right - box.left, crop.right - crop.left];
  const part = new Uint32Array(width * (box.bottom - box.top));
  for (let row = box.top; row < box.bottom; row += 1) {
    const from = (row - crop.top) * across + box.left - crop.left;
    part.set(words.subarray(from, from + width), (row - box.top) * width);
  }
  return part;
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

/** Paints what this picture shares with those before it, as far as nothing else lies beneath. */
const newGround = async (cut: CutDocument, kept: KeptTemplate, layerOf: LayerSource): Promise<Ground | undefined> => {
  const common = cut.pieces.filter(({ key }) => kept.still.has(key));
  kept.misses += 1;
  kept.still = new Set((common.length > 0 ? common : cut.pieces).map(({ key }) => key));
  kept.ground = undefined;
  for (const key of kept.layers.keys()) if (!kept.still.has(key)) kept.layers.delete(key);
  const moving: Piece[] = [];
  const lowest = cut.pieces.filter((piece) => {
    const isLow = kept.still.has(piece.key) && !moving.some(({ box }) => doOverlap(box, piece.box));
    if (!isLow) moving.push(piece);
    return isLow;
  });
  if (common.length === 0 || lowest.length === 0) return undefined;
  const canvas = emptyCanvas(cut.width, cut.height);
  await drawPieces(canvas, lowest, layerOf);
  // The ground shows them now.
  for (const { key } of lowest) kept.layers.delete(key);
  kept.ground = { pieces: lowest.map(({ key, box }) => ({ key, box })), canvas, isOpaque: isOpaque(canvas) };
  return kept.ground;
};
