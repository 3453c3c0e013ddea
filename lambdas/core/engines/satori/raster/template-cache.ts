import { LRUCache } from 'lru-cache';
import type { Canvas, PixelBox } from '../../../picture/pixels.ts';
import type { PiecePixels } from './canvas.ts';

/** What stays the same between pictures of one template, drawn once. */
export interface Background {
  /** Its pieces, from the bottom to the top. */
  readonly pieces: readonly { readonly key: string; readonly box: PixelBox }[];
  /** The picture with those pieces and no others. Never changed. */
  readonly canvas: Canvas;
  readonly isOpaque: boolean;
}

/** Pictures of a template that are laid out alike: a title of one line, a title of two. */
export interface Variant {
  /** Keys of pieces that every one of them had so far. */
  common: ReadonlySet<string>;
  background: Background | undefined;
}

/** What is known of a template's pictures of one size. */
export interface CachedTemplate {
  /** The one used last comes first. */
  readonly variants: Variant[];
  /** Pixels of pieces that take long to draw and cannot be in a background, by their key. */
  readonly pixels: Map<string, PiecePixels>;
  /** Pictures in a row for which no background was of use. */
  misses: number;
}

/**
 * Backgrounds by template, within a bound of memory.
 *
 * A name stands for one version of one template and nobody else's, and a background is only used where every piece of it is
 * in the picture to be drawn, at its place in the order, so no picture can show what is not in its own tree.
 */
export const templateCache = (largestBytes: number) =>
  new LRUCache<string, CachedTemplate>({ maxSize: largestBytes, sizeCalculation: bytesOf });

export type TemplateCache = ReturnType<typeof templateCache>;

const bytesOf = ({ variants, pixels }: CachedTemplate): number => {
  let bytes = 1;
  for (const { background } of variants) bytes += background ? background.canvas.words.byteLength : 0;
  for (const { words } of pixels.values()) bytes += words.byteLength;
  for (const { common } of variants) for (const key of common) bytes += key.length;
  return bytes;
};
