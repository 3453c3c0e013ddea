import type { FontSlope } from './opentype/read-font.ts';

/** A font of an account's own, as a tree is rendered with it: what it is asked for by, and which bytes it is. */
export interface CustomFont {
  readonly family: string;
  /** Lowest and highest weight; the same for a font that has one. */
  readonly weights: readonly [number, number];
  readonly styles: readonly FontSlope[];
  /** SHA-256 of its bytes, in hex: they are stored under it, for good. */
  readonly hash: string;
}

/** What a tree's texts are set in, besides what its elements name. */
export interface Typography {
  /** Where no element names a family, as written in `options.fontFamily`. */
  readonly family?: string;
  /** The account's own that it is rendered with, the newest first. */
  readonly fonts: readonly CustomFont[];
}
