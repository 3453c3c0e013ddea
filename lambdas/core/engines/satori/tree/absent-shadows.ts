import { boxesOf } from '../../../picture/tree/prepared-tree.ts';
import type { TreeCorrection } from '../correction.ts';

/**
 * Leaves shadows of `none` out: satori 0.63 draws a black box for one. In the tree and not as its utilities are read, because
 * `none` still has to win over a class.
 */
export const leaveOutAbsentShadows: TreeCorrection = (tree) => {
  for (const { props } of boxesOf(tree)) {
    const { style = {} } = props;
    if (style.boxShadow === 'none') delete style.boxShadow;
    // inherited: leaving it out would bring back the parent's
    if (style.textShadow === 'none') style.textShadow = '0 0 0 rgba(0,0,0,0)';
  }
};
