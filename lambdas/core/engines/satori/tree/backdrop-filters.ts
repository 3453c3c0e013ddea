import { elementsOf } from '../../../picture/tree/prepared-tree.ts';
import type { TreeCorrection } from '../correction.ts';

/** Leaves filters of what lies behind out: neither rasteriser knows them, and a grey box stands in their place. */
export const leaveOutBackdropFilters: TreeCorrection = (tree) => {
  for (const { props } of elementsOf(tree)) {
    delete props.style?.backdropFilter;
    delete props.style?.WebkitBackdropFilter;
  }
};
