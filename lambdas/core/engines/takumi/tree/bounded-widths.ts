import { boundWidthsIn } from '../../../rendering/tree/bounded-widths.ts';
import type { PreparedElement } from '../../../rendering/tree/prepared-tree.ts';

/** Bounds boxes that are as wide as their content by their column; takumi 2.16 lays texts out wider. */
export const boundWidths = (tree: PreparedElement): void => boundWidthsIn(tree, () => true);
