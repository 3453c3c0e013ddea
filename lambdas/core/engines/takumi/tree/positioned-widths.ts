import { boundPositionedIn } from '../../../rendering/tree/positioned-widths.ts';
import type { PreparedElement } from '../../../rendering/tree/prepared-tree.ts';

/** Bounds absolutely positioned texts; takumi 2.16 lays a flex box with text out in one line, however long. */
export const boundPositioned = (tree: PreparedElement): void =>
  boundPositionedIn(tree, ({ share, pixels }) => `calc(${share * 100}% + ${pixels}px)`);
