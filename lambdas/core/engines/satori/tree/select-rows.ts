import { elementsOf } from '../../../picture/tree/prepared-tree.ts';
import type { TreeCorrection } from '../correction.ts';

/** More rows than the highest picture shows. */
const most = 1_000;

/** Bounds the rows of a `<select>`: satori 0.63 loops over as many as `size` says, even a billion. */
export const boundSelectRows: TreeCorrection = (tree) => {
  for (const { type, props } of elementsOf(tree)) {
    if (type !== 'select') continue;
    const rows = Number(props.size);
    props.size = rows > 0 ? Math.min(rows, most) : undefined;
  }
};
