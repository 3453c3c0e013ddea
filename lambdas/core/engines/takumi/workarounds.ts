import type { Size } from '../../rendering/boxes.ts';
import type { PreparedElement } from '../../rendering/tree/prepared-tree.ts';
import { clipBackgrounds } from './tree/background-edges.ts';
import { boundWidths } from './tree/bounded-widths.ts';
import { spaceCursive } from './tree/cursive-spacing.ts';
import { keepLinesTogether } from './tree/line-breaks.ts';
import { clampLines } from './tree/line-clamps.ts';
import { nameInsets } from './tree/logical-insets.ts';
import { sizeImages } from './tree/natural-size.ts';
import { positionObjects } from './tree/object-positions.ts';
import { keepItemPadding } from './tree/padded-items.ts';
import { boundPositioned } from './tree/positioned-widths.ts';
import { fixRadialGradients } from './tree/radial-gradients.ts';
import { turnTexts } from './tree/right-to-left-texts.ts';
import { fitVectorBackgrounds } from './tree/vector-backgrounds.ts';
import type { VectorFits } from './tree/vector-fit.ts';
import { breakUnspacedWords } from './tree/word-breaks.ts';

/** Information about the images of a tree. */
export interface ImageSizes {
  /** Returns the natural size in CSS pixels of the image at an address; undefined if it has none. */
  readonly naturalOf: (address: string) => Size | undefined;
  /** Returns how a vector image fits into a box; undefined for a bitmap. */
  readonly vectorAt: (address: string) => VectorFits | undefined;
}

/** A workaround for one bug in takumi. Changes a tree in place before layout. */
export type Workaround = (tree: PreparedElement, sizes: ImageSizes) => void;

/**
 * The workarounds in the order in which they are applied. Each file documents its bug. A sentinel in
 * `test/unit/core/engines/takumi/sentinels.test.ts` fails when the bug is fixed upstream.
 */
export const workarounds: readonly Workaround[] = [
  // Before images get sizes that the author did not specify.
  fixRadialGradients,
  clampLines,
  fitVectorBackgrounds,
  clipBackgrounds,
  nameInsets,
  positionObjects,
  sizeImages,
  turnTexts,
  spaceCursive,
  keepLinesTogether,
  breakUnspacedWords,
  boundWidths,
  boundPositioned,
  keepItemPadding,
];
