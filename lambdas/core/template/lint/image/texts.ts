import type { Box } from '../../../rendering/boxes.ts';
import type { ImageFailure } from '../../../rendering/images/image-failure.ts';
import type { Pixels } from '../../../rendering/pixels.ts';
import type { Style } from '../../../rendering/tree/normalise-style.ts';
import type { ImageDiagnostic } from './image-diagnostics.ts';

/** An element of a tree that is linted. */
export interface Marked {
  readonly parent: Marked | undefined;
  readonly style: Style;
  /** As the template's script wrote it; that of the nearest element around for those without. */
  readonly position: string | undefined;
  /** CSS pixels. */
  readonly fontSize: number;
  /** Whether it flows in a line of text instead of being a box. */
  readonly isInline: boolean;
  /** Where it came to lie; absent until it was laid out, and for what is not rendered. */
  box?: Box | undefined;
}

/** A piece of text and where its lines came to lie. */
export interface MarkedText {
  readonly text: string;
  /** The element whose text it is. */
  readonly owner: Marked;
  readonly box: Box;
  /** Its lines were measured; else the box is that of its element. */
  readonly isMeasured: boolean;
  /** Of all pieces of text of the tree, in its order. */
  readonly index: number;
}

/** Not a sign, nor the name of a variable that will be one: emoji bring their own colours. */
export const isWord = (text: string): boolean =>
  /[\p{L}\p{N}]/u.test(text) && !/^(?:\w+ )?(?:emoji|icon|flag)(?: \w+)?$/i.test(text);

/** Empty part of a line above and below its letters, as a share of the font size. */
export const lineSpace = 0.2;

/** What an engine reports about a tree after layout. */
export interface Look {
  /** Empty where they were not asked for. */
  readonly texts: readonly MarkedText[];
  readonly failedImages: readonly ImageFailure[];
  /** Characters that no font has. */
  readonly missingGlyphs: readonly string[];
  /** Declarations that could not be read. */
  readonly unreadable: readonly ImageDiagnostic[];
  /** What a browser would show otherwise; absent where the engine promises what a browser shows. */
  readonly unlikeBrowser?: readonly ImageDiagnostic[];
  /** Renders what was laid out. */
  readonly paint: () => Promise<Pixels>;
}

/** Settings for laying out a tree for linting. */
export interface LookSettings {
  /** Whether to measure the texts. */
  readonly hasTexts: boolean;
  /** All text is rendered in this one, whatever the template says; `transparent` hides it. @default the template's own */
  readonly colour?: string | undefined;
  /** Only this piece of text is rendered in it, and every other is hidden. @default all of them */
  readonly only?: number | undefined;
}
