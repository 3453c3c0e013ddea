import { spaceCursive } from '../../picture/tree/cursive-spacing.ts';
import { keepLinesTogether } from '../../picture/tree/line-breaks.ts';
import { keepItemsPadded } from '../../picture/tree/padded-items.ts';
import { pinWidths } from '../../picture/tree/pin-widths.ts';
import { settleRadialGradients } from '../../picture/tree/radial-gradients.ts';
import { breakUnspacedWords } from '../../picture/tree/word-breaks.ts';
import type { BoxCorrection, DocumentCorrection, TextCorrection, TreeCorrection } from './correction.ts';
import { cullUnseen } from './svg/cull.ts';
import { plainGradients } from './svg/plain-gradients.ts';
import { writeSaturations } from './svg/saturation.ts';
import { snapDecorations } from './svg/snap-decorations.ts';
import { snapLines } from './svg/snap-lines.ts';
import { tightenFilters } from './svg/tighten-filters.ts';
import { leaveOutBackdropFilters } from './tree/backdrop-filters.ts';
import { boundWidths } from './tree/bounded-widths.ts';
import { clampItems } from './tree/clamped-items.ts';
import { clipSpans } from './tree/clipped-spans.ts';
import { dropDirectionMarks } from './tree/direction-marks.ts';
import { nameFonts } from './tree/font-names.ts';
import { boundPictures, sizeImages } from './tree/image-sizes.ts';
import { joinWords, noteSpaces } from './tree/joined-words.ts';
import { roundLineHeights } from './tree/line-heights.ts';
import { noteObjectFits } from './tree/object-fit.ts';
import { writeOpacityAsNumber } from './tree/opacity-shares.ts';
import { boundPositioned } from './tree/positioned-widths.ts';
import { writeReadableShadows } from './tree/readable-shadows.ts';
import { orderRightToLeft } from './tree/right-to-left.ts';
import { boundSelectRows } from './tree/select-rows.ts';
import { styleTags } from './tree/styled-tags.ts';
import { dropUnwritableAttributes } from './tree/svg-attributes.ts';
import { letSvgShrink, paintSvgByAttributes } from './tree/svg-boxes.ts';
import { replaceTableDisplays } from './tree/table-displays.ts';
import { settleDecorations } from './tree/text-decorations.ts';
import { letTextsWrap } from './tree/text-wraps.ts';
import { keepLinesWhole } from './tree/whole-lines.ts';

/**
 * What is made up for, in this order. Each says in its file which fault of which version it mends, and why it stands where it
 * does. Each has a sentinel in `test/unit/core/engines/satori/sentinels` that fails once the fault is gone: then the
 * correction goes.
 */
export interface Corrections {
  /** In the prepared tree, before fonts are chosen. */
  readonly tree: readonly TreeCorrection[];
  /** With the fonts. Texts are fitted after these. */
  readonly text: readonly TextCorrection[];
  /** With texts of their final size. */
  readonly boxes: readonly BoxCorrection[];
  /** After the tree was looked at. satori lays it out after these. */
  readonly drawn: readonly TextCorrection[];
  /** In the document satori wrote, reduced to what may be drawn. resvg is given it after these. */
  readonly document: readonly DocumentCorrection[];
}

export const corrections: Corrections = {
  tree: [
    replaceTableDisplays,
    settleRadialGradients,
    writeReadableShadows,
    writeOpacityAsNumber,
    leaveOutBackdropFilters,
    dropUnwritableAttributes,
    letSvgShrink,
    paintSvgByAttributes,
    boundSelectRows,
    sizeImages,
    noteObjectFits,
    keepLinesTogether,
    dropDirectionMarks,
    spaceCursive,
    breakUnspacedWords,
    orderRightToLeft,
    letTextsWrap,
    clampItems,
    boundWidths,
    boundPositioned,
    keepItemsPadded,
  ],
  text: [styleTags, settleDecorations, roundLineHeights, noteSpaces, nameFonts, keepLinesWhole],
  boxes: [boundPictures, pinWidths, clipSpans],
  drawn: [joinWords],
  document: [snapLines, snapDecorations, writeSaturations, cullUnseen, tightenFilters, plainGradients],
};
