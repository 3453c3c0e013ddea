import type { Measure, Size } from '../../rendering/boxes.ts';
import type { createTextFitter } from '../../rendering/fit/fit-texts.ts';
import type { Typography } from '../../rendering/fonts/typography.ts';
import { resolveInlineSvgs } from '../../rendering/svg/computed/resolve-inline.ts';
import { outlineTexts } from '../../rendering/svg/text/outline-texts.ts';
import type { PreparedElement } from '../../rendering/tree/prepared-tree.ts';
import {
  boundImages,
  fitFloats,
  fixWidths,
  narrowItems,
  sizeInlineBoxes,
  sizeViewports,
  widenWords,
} from './tree/measured-sizes.ts';
import { cutTexts } from './tree/right-to-left-cuts.ts';
import type { OpenTable } from './tree/tables/open-tables.ts';
import { sizeColumns } from './tree/tables/size-columns.ts';
import { sizeRows } from './tree/tables/size-rows.ts';
import { computeZeroWidths, placeTabs } from './tree/text-widths.ts';

/** A tree whose fonts are known, while its sizes are being decided. */
export interface Sizing {
  readonly tree: PreparedElement;
  /** CSS pixels. */
  readonly image: Size;
  readonly typography: Typography | undefined;
  readonly tables: readonly OpenTable[];
  readonly measure: Measure;
  /** Returns the natural size in CSS pixels of the image at an address; undefined if it has none. */
  readonly naturalOf: (src: string) => Size | undefined;
  readonly outlining: Parameters<typeof outlineTexts>[1];
  readonly fitTexts: ReturnType<typeof createTextFitter>;
  /** Characters of texts in SVG that no font contains; passes add to it. */
  readonly missing: Set<string>;
}

/** Changes a tree in place after looking at its layout. Passes that find nothing to do lay out nothing. */
type Pass = (sizing: Sizing) => void | Promise<void>;

/** The passes in their order: each reads sizes that those before it have decided. */
const passes: readonly Pass[] = [
  // `ch` becomes pixels, before anything reads a length.
  ({ tree, measure }) => computeZeroWidths(tree, measure),
  // Tabs become boxes in their lines, before anything is as wide as a line.
  ({ tree, measure }) => placeTabs(tree, measure),
  // From outside to inside: a cell is what everything in it refers to.
  ({ tree, tables, measure }) => sizeColumns(tree, tables, measure),
  // Boxes as wide as their content, before shares of them are taken.
  ({ tree, measure }) => fitFloats(tree, measure),
  ({ tree, measure }) => narrowItems(tree, measure),
  // Shares of the widths above, in lines, before a text among them is fitted.
  ({ tree, measure }) => sizeInlineBoxes(tree, measure),
  // Texts get their size when the boxes around them have theirs ...
  ({ tree, image, typography, measure, fitTexts }) => fitTexts(tree, { ...image, typography }, measure),
  // ... and are cut in that size.
  ({ tree, measure }) => cutTexts(tree, measure),
  // What texts leave to the images beside them.
  ({ tree, measure, naturalOf }) => boundImages(tree, naturalOf, measure),
  // Widths are written down only when the text and the images inside have theirs.
  ({ tree, measure }) => fixWidths(tree, measure),
  // Only then is it known which word is wider than its column.
  ({ tree, image, measure }) => widenWords(tree, image.width, measure),
  // An <svg> is as large as the boxes around it let it be; shares in it are of its box, and its texts of its shapes.
  ({ tree, measure }) => sizeViewports(tree, measure),
  ({ tree, image }) => resolveInlineSvgs(tree, image),
  async ({ tree, outlining, missing }) => {
    for (const character of await outlineTexts(tree, outlining)) missing.add(character);
  },
  // Heights follow from widths.
  ({ tree, tables, measure }) => sizeRows(tree, tables, measure),
];

export const decideSizes = async (sizing: Sizing): Promise<void> => {
  for (const pass of passes) await pass(sizing);
};
