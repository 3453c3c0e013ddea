import { elementsOf } from '../../../picture/tree/prepared-tree.ts';
import type { TreeCorrection } from '../correction.ts';

/** Drops `backdrop-filter`: neither rasteriser knows it, and a grey box would be drawn in its place. */
export const leaveOutBackdropFilters: TreeCorrection = (tree) => {
  for (const { props } of elementsOf(tree)) {
    delete props.style?.backdropFilter;
    delete props.style?.WebkitBackdropFilter;
  }
};
