import type * as z from 'zod';
import type { FontSlope } from './opentype/read-font.ts';
import type { pinnedFamily } from './pinned-family.ts';

/** The kind of a family determines its fallbacks. */
export type FontKind = PinnedFamily['kind'];

export interface CustomFont {
  readonly family: string;
  /** Lowest and highest weight; equal for a font with one weight. */
  readonly weights: readonly [number, number];
  readonly styles: readonly FontSlope[];
  /** SHA-256 of its bytes in hex, under which they are stored permanently. */
  readonly hash: string;
}

/** A family outside the core that a template uses, as found when the template was saved. */
export type PinnedFamily = Readonly<z.output<typeof pinnedFamily>>;

/** A pinned family and, if it could not be fetched, the reason. */
export interface FoundFamily extends PinnedFamily {
  /** `reason` continues "The font NAME"; `mend` is what the author can do. */
  readonly problem?: { readonly reason: string; readonly mend: string };
}

/** Fonts of a tree besides the core families. */
export interface Typography {
  /** The default family, as in `options.fontFamily`. */
  readonly family?: string;
  /** Custom fonts of the account that the tree uses, newest first. */
  readonly fonts: readonly CustomFont[];
  /** @default none */
  readonly pinned?: readonly PinnedFamily[];
}
