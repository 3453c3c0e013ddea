import { limits } from '../../contract/limits.ts';
import { sourcePositionProperty } from '../vnode/source-position.ts';
import type { Box, Boxes } from './boxes.ts';
import { getBoxes, type PreparedElement } from './tree/prepared-tree.ts';

/** Where an element of a template's source came to lie. */
export interface PlacedBox extends Box {
  readonly element: string;
  /** As the script of the trial wrote it (`sourcePositionProperty`). */
  readonly position: string;
}

/** Returns the boxes of elements with a source position, parents before children, at most `limits.checkedBoxes`. */
export const placedBoxes = (tree: PreparedElement, boxes: Boxes): PlacedBox[] => {
  const placed: PlacedBox[] = [];
  for (const element of getBoxes(tree)) {
    const { type, props } = element;
    const position = props[sourcePositionProperty];
    const box = boxes.get(element);
    if (typeof position !== 'string' || !box) continue;
    placed.push({ element: type, position, ...box });
    if (placed.length === limits.checkedBoxes) break;
  }
  return placed;
};
