import type { Size } from '../../rendering/boxes.ts';
import { spaceCursive } from '../../rendering/tree/cursive-spacing.ts';
import { retainLinesTogether } from '../../rendering/tree/line-breaks.ts';
import { giveNaturalSizes } from '../../rendering/tree/natural-size.ts';
import { retainItemsPadded } from '../../rendering/tree/padded-items.ts';
import type { PreparedElement } from '../../rendering/tree/prepared-tree.ts';
import { settleRadialGradients } from '../../rendering/tree/radial-gradients.ts';
import { breakUnspacedWords } from '../../rendering/tree/word-breaks.ts';
import { cutBackgrounds } from './tree/background-edges.ts';
import { boundWidths } from './tree/bounded-widths.ts';
import { partStops } from './tree/hard-stops.ts';
import { clampLines } from './tree/line-clamps.ts';
import { nameInsets } from './tree/logical-insets.ts';
import { positionObjects } from './tree/object-positions.ts';
import { boundPositioned } from './tree/positioned-widths.ts';
import { turnTexts } from './tree/right-to-left-texts.ts';
import { fitVectorBackgrounds } from './tree/vector-backgrounds.ts';
import type { VectorFits } from './tree/vector-fit.ts';

/** What is known of the images of a tree. */
export interface ImageSizes {
  /** CSS pixels, by the address that stands in the tree; undefined for an image without a size of its own. */
  readonly naturalOf: (address: string) => Size | undefined;
  /** How a vector image lies in a box by its own word; undefined for a bitmap. */
  readonly vectorAt: (address: string) => VectorFits | undefined;
}

/** Makes up for one fault of takumi in a tree that is about to be laid out, in place. */
export type Workaround = (tree: PreparedElement, sizes: ImageSizes) => void;

/** Gives images their size, which takumi 2.16 stretches or squeezes. */
const sizeImages: Workaround = (tree, { naturalOf }) => giveNaturalSizes(tree, naturalOf);

/**
 * What is made up for, in this order. Each says in its file which fault it mends, and has a sentinel in
 * `test/unit/core/engines/takumi/sentinels.test.ts` that fails once the fault is gone.
 */
export const workarounds: readonly Workaround[] = [
  settleRadialGradients,
  partStops,
  clampLines,
  fitVectorBackgrounds,
  cutBackgrounds,
  nameInsets,
  positionObjects,
  sizeImages,
  turnTexts,
  spaceCursive,
  retainLinesTogether,
  breakUnspacedWords,
  boundWidths,
  boundPositioned,
  retainItemsPadded,
];
