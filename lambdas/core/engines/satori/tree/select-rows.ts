import { elementsOf } from '../../../picture/tree/prepared-tree.ts';
import type { TreeCorrection } from '../correction.ts';

/** No picture is higher than these. */
const most = 1_000;

/** Bounds the rows a list of choices shows: satori 0.63 goes through them one by one, however many `size` names. */
export const boundSelectRows: TreeCorrection = (tree) => {
  for (const { type, props } of elementsOf(tree)) {
    if (type !== 'select') continue;
    const rows = Number(props.size);
    props.size = rows > 0 ? Math.min(rows, most) : undefined;
  }
};
