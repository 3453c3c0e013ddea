import { limits } from '../limits.ts';
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
export const getSourceBoxes = (tree: PreparedElement, boxes: Boxes): PlacedBox[] =>
  getBoxes(tree)
    .flatMap((element): PlacedBox[] => {
      const position = element.props[sourcePositionProperty];
      const box = boxes.get(element);
      return typeof position === 'string' && box ? [{ element: element.type, position, ...box }] : [];
    })
    .take(limits.checkedBoxes)
    .toArray();
