import { limits } from '../../contract/limits.ts';
import { placeProperty } from '../vnode/place.ts';
import type { Box, Boxes } from './boxes.ts';
import { boxesOf, type PreparedElement } from './tree/prepared-tree.ts';

/** Where an element of a template's source came to lie. */
export interface PlacedBox extends Box {
  readonly element: string;
  /** As the script of the trial wrote it (`placeProperty`). */
  readonly place: string;
}

/** Where the elements lie that carry a place: parents before what is in them, and no more than an answer tells. */
export const placedBoxes = (tree: PreparedElement, boxes: Boxes): PlacedBox[] => {
  const placed: PlacedBox[] = [];
  for (const element of boxesOf(tree)) {
    const { type, props } = element;
    const place = props[placeProperty];
    const box = boxes.get(element);
    if (typeof place !== 'string' || !box) continue;
    placed.push({ element: type, place, ...box });
    if (placed.length === limits.checkedBoxes) break;
  }
  return placed;
};
