import type { PreparedElement } from './tree/prepared-tree.ts';

/** CSS pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** CSS pixels from the image's upper left corner. */
export interface Box extends Size {
  readonly left: number;
  readonly top: number;
}

/** Where the elements of a tree came to lie: their border boxes. Without those an engine does not render. */
export type Boxes = ReadonlyMap<PreparedElement, Box>;

/** Lays a tree out and says where its elements lie. Every engine has one. */
export type Measure = (tree: PreparedElement) => Promise<Boxes>;

/** The box around some boxes. */
export const around = (boxes: readonly Box[]): Box => {
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const right = Math.max(...boxes.map((box) => box.left + box.width));
  const bottom = Math.max(...boxes.map((box) => box.top + box.height));
  return { left, top, width: right - left, height: bottom - top };
};
