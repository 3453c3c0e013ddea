import type { Box } from '../../../rendering/boxes.ts';
import type { ImageFailure } from '../../../rendering/images/image-failure.ts';
import type { Pixels } from '../../../rendering/pixels.ts';
import type { Style } from '../../../rendering/tree/normalise-style.ts';
import type { ImageDiagnostic } from './image-diagnostics.ts';

/** An element of a tree that is linted. */
export interface Marked {
  readonly parent: Marked | undefined;
  readonly style: Style;
  /** Its source position, or that of the nearest ancestor with one. */
  readonly position: string | undefined;
  /** CSS pixels. */
  readonly fontSize: number;
  /** Whether it flows in a line of text instead of being a box. */
  readonly isInline: boolean;
  /** Its box. Absent before layout, and if it is not rendered. */
  box?: Box | undefined;
}

/** A piece of text and the box of its lines. */
export interface MarkedText {
  readonly text: string;
  /** The element that contains the text. */
  readonly owner: Marked;
  readonly box: Box;
  /** Whether its lines were measured; otherwise the box is that of its element. */
  readonly isMeasured: boolean;
  /** Index among all pieces of text of the tree, in document order. */
  readonly index: number;
}

/** Returns whether a text is a word, not a symbol or a placeholder of an emoji, which have their own colours. */
export const isWord = (text: string): boolean =>
  /[\p{L}\p{N}]/u.test(text) && !/^(?:\w+ )?(?:emoji|icon|flag)(?: \w+)?$/i.test(text);

/** Empty space above and below the letters of a line, as a share of the font size. */
export const lineSpace = 0.2;

/** What an engine reports about a tree after layout. */
export interface Look {
  /** Empty if not requested. */
  readonly texts: readonly MarkedText[];
  readonly failedImages: readonly ImageFailure[];
  /** Characters that no font contains. */
  readonly missingGlyphs: readonly string[];
  /** Diagnostics for declarations that could not be read. */
  readonly unreadable: readonly ImageDiagnostic[];
  /** What a browser renders differently. Absent if the engine aims to match a browser. */
  readonly unlikeBrowser?: readonly ImageDiagnostic[];
  /** Renders the layout. */
  readonly paint: () => Promise<Pixels>;
}

/** Settings for laying out a tree for linting. */
export interface LookSettings {
  /** Whether to measure the texts. */
  readonly hasTexts: boolean;
  /** Replaces the colour of texts; `transparent` hides them. @default their own colour */
  readonly colour?: string | undefined;
  /** Index of the only text in that colour; all others are hidden. @default all texts */
  readonly only?: number | undefined;
}
