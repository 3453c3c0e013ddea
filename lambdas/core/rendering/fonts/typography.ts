import type { FontSlope } from './opentype/read-font.ts';

/** The kind of a family: a character it lacks is taken from the fallbacks of its kind, serif beside serif. */
export type FontKind = 'sans' | 'serif' | 'mono' | 'display' | 'hand';

/** A custom font of an account: its family, weights and slopes, and the hash of its bytes. */
export interface CustomFont {
  readonly family: string;
  /** Lowest and highest weight; the same for a font that has one. */
  readonly weights: readonly [number, number];
  readonly styles: readonly FontSlope[];
  /** SHA-256 of its bytes, in hex: they are stored under it, for good. */
  readonly hash: string;
}

/** A family outside the core catalogue that a template names, as it was found when the template was saved. */
export interface PinnedFamily {
  readonly family: string;
  readonly kind: FontKind;
  /** SHA-256 of its font pack, in hex. Absent if it could not be fetched: a core family of its kind is rendered. */
  readonly pack?: string;
}

/** A pinned family and, if it could not be fetched, why. */
export interface FoundFamily extends PinnedFamily {
  /** `reason` continues "The font NAME"; `mend` is what the author can do. */
  readonly problem?: { readonly reason: string; readonly mend: string };
}

/** Fonts of a tree's texts, besides the core families that its elements name. */
export interface Typography {
  /** Where no element names a family, as written in `options.fontFamily`. */
  readonly family?: string;
  /** The account's own that it is rendered with, the newest first. */
  readonly fonts: readonly CustomFont[];
  /** @default none */
  readonly pinned?: readonly PinnedFamily[];
}
