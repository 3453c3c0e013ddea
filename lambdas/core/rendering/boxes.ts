import { limits } from '../../contract/limits.ts';
import { sourcePositionProperty } from '../vnode/source-position.ts';
import { getBoxes, type PreparedElement } from './tree/prepared-tree.ts';

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

/** The box of an element in a template's source. */
export interface PlacedBox extends Box {
  readonly element: string;
  /** As written by the preview script (`sourcePositionProperty`). */
  readonly position: string;
}

/** Returns the boxes of elements with a source position, parents first, at most `limits.checkedBoxes`. */
export const getSourceBoxes = (tree: PreparedElement, boxes: Boxes): PlacedBox[] => {
  const found: PlacedBox[] = [];
  for (const element of getBoxes(tree)) {
    const { type, props } = element;
    const position = props[sourcePositionProperty];
    const box = boxes.get(element);
    if (typeof position !== 'string' || !box) continue;
    found.push({ element: type, position, ...box });
    if (found.length === limits.checkedBoxes) break;
  }
  return found;
};
