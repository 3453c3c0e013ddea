import type { CodePointRanges } from './coverage.ts';

/** One weight and slope of a family, from a file of a font package or a custom font. */
export interface FontFace {
  /** The package's name of the family, e.g. `noto-sans-jp`; another id for custom fonts and packs. */
  readonly id: string;
  /** Subset of the package; the hash of the bytes for a custom font. */
  readonly subset: string;
  /** 100 to 900; 1 to 1000 for a custom font. */
  readonly weight: number;
  readonly style: 'normal' | 'italic';
}

export interface FontPackage {
  /** CSS Unicode ranges by subset: `U+0000-00FF,U+0131`. */
  readonly ranges: Readonly<Record<string, string>>;
  readonly weights: readonly number[];
  readonly styles: readonly string[];
  /** Subset with the basic letters of the family's script. */
  readonly mainSubset: string;
}

/** A face as TrueType or OpenType. The same object for each call, because it is the cache key of parsed fonts. */
export interface FontData {
  readonly data: ArrayBuffer;
  readonly has: (codePoint: number) => boolean;
  /** Code points for which it has glyphs. */
  readonly coverage: CodePointRanges;
}

export interface PackedFonts {
  readonly described: FontPackage;
  /** @returns undefined if there is no such face. */
  readonly load: (face: FontFace) => FontData | undefined;
}

/** Access to font files. The render worker provides it, because core does not read files. */
export interface FontFiles {
  /** @returns undefined if the package is not installed. */
  readonly describe: (id: string) => FontPackage | undefined;
  /** @returns undefined if there is no such face; `lacking` if it must be prepared first. */
  readonly load: (face: FontFace) => FontData | 'lacking' | undefined;
  /** Returns a face of a custom font; `lacking` if it must be prepared first. */
  readonly loadOwn: (face: FontFace) => FontData | 'lacking';
  /** Returns the font pack with a hash, the same object for each call; `lacking` if its bytes were not received. */
  readonly openPack: (hash: string) => PackedFonts | 'lacking';
}
