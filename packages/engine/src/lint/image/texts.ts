import type { Box, PlacedBox } from '../../rendering/boxes.ts';
import type { ImageFailure } from '../../rendering/images/image-failure.ts';
import type { Pixels } from '../../rendering/pixels.ts';
import type { Style } from '../../styles/style.ts';
import type { ImageDiagnostic } from './image-diagnostics.ts';

/** An element of a tree that is linted. */
export interface Marked {
  readonly parent: Marked | undefined;
  readonly children: Marked[];
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

/** A digit that is an emoji. */
const keycap = /[\d#*]\ufe0f?\u20e3/g;

/** Returns whether a text is a word, not a symbol or a placeholder of an emoji, which have their own colours. */
export const isWord = ({ text }: MarkedText): boolean =>
  /[\p{L}\p{N}]/u.test(text.replaceAll(keycap, '')) && !/^(?:\w+ )?(?:emoji|icon|flag)(?: \w+)?$/i.test(text);

/** Empty space above and below the letters of a line, as a share of the font size. */
export const lineSpace = 0.2;

/** Returns a text for a message, shortened. */
export const quoted = ({ text }: MarkedText): string => {
  const plain = text.trim().replaceAll(/\s+/g, ' ');
  return `"${plain.length > 40 ? `${plain.slice(0, 40).toWellFormed()}...` : plain}"`;
};

export const getLine = (position: string): string => position.replace(/:.*/, '');

export const addSourcePosition = (diagnostic: ImageDiagnostic, { owner }: MarkedText): ImageDiagnostic => ({
  ...diagnostic,
  position: owner.position,
});

/** Returns an element and its ancestors. */
export const getChain = (owner: Marked): Marked[] => (owner.parent ? [owner, ...getChain(owner.parent)] : [owner]);

export const isPositioned = ({ style: { position } }: Marked): boolean =>
  position !== undefined && position !== 'static';

/** Returns whether an element is positioned outside the flow. */
export const isPlaced = ({ style: { position } }: Marked): boolean => position === 'absolute' || position === 'fixed';

/** Returns whether a text was transformed or placed partly outside on purpose, so that its box is meaningless. */
export const isMoved = ({ owner }: MarkedText): boolean =>
  getChain(owner).some(
    (one) =>
      ['transform', 'rotate', 'translate', 'scale'].some((name) => (one.style[name] ?? 'none') !== 'none') ||
      ((isPlaced(one) || one.style.position === 'relative') &&
        ['left', 'right', 'top', 'bottom', 'inset'].some((side) => /^\s*-/.test(String(one.style[side])))),
  );

/** What an engine reports about a tree after layout. */
export interface Look {
  /** Empty if not requested. */
  readonly texts: readonly MarkedText[];
  readonly failedImages: readonly ImageFailure[];
  /** Characters that no font contains. */
  readonly missingGlyphs: readonly string[];
  /** Letters whose marks a font draws beside them. */
  readonly looseMarks: readonly string[];
  /** Diagnostics for declarations that could not be read. */
  readonly unreadable: readonly ImageDiagnostic[];
  /** Returns the boxes of elements with a source position, parents first. */
  readonly boxes: () => Promise<readonly PlacedBox[]>;
  /** Renders the layout. */
  readonly paint: () => Promise<Pixels>;
}

/** Settings for laying out a tree for linting. */
export interface LookSettings {
  readonly hasTexts: boolean;
  /** Bytes of remote images, by URL. @default none, so that all of them fail */
  readonly images?: Readonly<Record<string, Uint8Array>> | undefined;
  /** Replaces the colour of texts; `transparent` hides them. @default their own colour */
  readonly colour?: string | undefined;
  /** Index of the only text in that colour; all others are hidden. @default all texts */
  readonly only?: number | undefined;
}
