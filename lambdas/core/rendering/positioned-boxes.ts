import { limits } from '../../contract/limits.ts';
import { sourcePositionProperty } from '../vnode/source-position.ts';
import type { Box, Boxes } from './boxes.ts';
import { getBoxes, type PreparedElement } from './tree/prepared-tree.ts';

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
