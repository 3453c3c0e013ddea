import type { Size } from '../../picture/boxes.ts';
import { spaceCursive } from '../../picture/tree/cursive-spacing.ts';
import { keepLinesTogether } from '../../picture/tree/line-breaks.ts';
import { giveNaturalSizes } from '../../picture/tree/natural-size.ts';
import { keepItemsPadded } from '../../picture/tree/padded-items.ts';
import type { PreparedElement } from '../../picture/tree/prepared-tree.ts';
import { settleRadialGradients } from '../../picture/tree/radial-gradients.ts';
import { breakUnspacedWords } from '../../picture/tree/word-breaks.ts';
import { cutBackgrounds } from './tree/background-edges.ts';
import { boundWidths } from './tree/bounded-widths.ts';
import { partStops } from './tree/hard-stops.ts';
import { clampLines } from './tree/line-clamps.ts';
import { nameInsets } from './tree/logical-insets.ts';
import { placeObjects } from './tree/object-positions.ts';
import { boundPositioned } from './tree/positioned-widths.ts';
import { turnTexts } from './tree/right-to-left-texts.ts';
import { fitVectorBackgrounds } from './tree/vector-backgrounds.ts';
import type { VectorFits } from './tree/vector-fit.ts';

/** What is known of the pictures of a tree. */
export interface PictureSizes {
  /** CSS pixels, by the address that stands in the tree; undefined for a picture without a size of its own. */
  readonly naturalOf: (address: string) => Size | undefined;
  /** How a vector picture lies in a box by its own word; undefined for a bitmap. */
  readonly vectorAt: (address: string) => VectorFits | undefined;
}

/** Makes up for one fault of takumi in a tree that is about to be laid out, in place. */
export type Correction = (tree: PreparedElement, sizes: PictureSizes) => void;

/** Gives pictures their size, which takumi 2.16 stretches or squeezes. */
const sizeImages: Correction = (tree, { naturalOf }) => giveNaturalSizes(tree, naturalOf);

/**
 * What is made up for, in this order. Each says in its file which fault it mends, and has a sentinel in
 * `test/unit/core/engines/takumi/sentinels.test.ts` that fails once the fault is gone.
 */
export const corrections: readonly Correction[] = [
  settleRadialGradients,
  partStops,
  clampLines,
  fitVectorBackgrounds,
  cutBackgrounds,
  nameInsets,
  placeObjects,
  sizeImages,
  turnTexts,
  spaceCursive,
  keepLinesTogether,
  breakUnspacedWords,
  boundWidths,
  boundPositioned,
  keepItemsPadded,
];
