import { boundWidthsIn } from '../../../picture/tree/bounded-widths.ts';
import { isFlexible } from '../../../picture/tree/inline-tags.ts';
import type { TreeCorrection } from '../correction.ts';

/**
 * Bounds boxes that are as wide as their content by their column; satori 0.63 lays texts out wider. It takes the margins of a flex
 * box away from such a bound by itself.
 */
export const boundWidths: TreeCorrection = (tree) => boundWidthsIn(tree, (style) => !isFlexible(style));
