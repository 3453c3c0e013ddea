import type { FontSlope } from './opentype/read-font.ts';

/** A custom font of an account: its family, weights and slopes, and the hash of its bytes. */
export interface CustomFont {
  readonly family: string;
  /** Lowest and highest weight; the same for a font that has one. */
  readonly weights: readonly [number, number];
  readonly styles: readonly FontSlope[];
  /** SHA-256 of its bytes, in hex: they are stored under it, for good. */
  readonly hash: string;
}

/** Fonts of a tree's texts, besides the families that its elements name. */
export interface Typography {
  /** Where no element names a family, as written in `options.fontFamily`. */
  readonly family?: string;
  /** The account's own that it is rendered with, the newest first. */
  readonly fonts: readonly CustomFont[];
}
