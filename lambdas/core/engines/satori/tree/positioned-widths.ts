import { boundPositionedIn } from '../../../picture/tree/positioned-widths.ts';
import type { TreeCorrection } from '../correction.ts';

/** Bounds absolutely positioned texts. In a flex box satori 0.63 takes a share of the width for one of what is inside its padding. */
export const boundPositioned: TreeCorrection = (tree) =>
  boundPositionedIn(
    tree,
    ({ share, pixels }, { isFlexible, padding }) =>
      `calc(${share * 100}% + ${isFlexible ? pixels + share * padding : pixels}px)`,
  );
