import type { PreparedElement } from './tree/prepared-tree.ts';

/** CSS pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** CSS pixels from the upper left corner of the image. */
export interface Box extends Size {
  readonly left: number;
  readonly top: number;
}

/** Border boxes of elements. Elements that are not rendered have none. */
export type Boxes = ReadonlyMap<PreparedElement, Box>;

/** Lays out a tree and returns the boxes of its elements. */
export type Measure = (tree: PreparedElement) => Promise<Boxes>;

/** Returns the bounding box. */
export const getBoundingBox = (boxes: readonly Box[]): Box => {
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const right = Math.max(...boxes.map((box) => box.left + box.width));
  const bottom = Math.max(...boxes.map((box) => box.top + box.height));
  return { left, top, width: right - left, height: bottom - top };
};
