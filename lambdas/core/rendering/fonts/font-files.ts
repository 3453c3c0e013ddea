import type { CodePointRanges } from './coverage.ts';

/** One weight and slope of a family, from a file of a font package or from a custom font. */
export interface FontFace {
  /** The package's name for the family, e.g. `noto-sans-jp`; another one for custom fonts and packs. */
  readonly id: string;
  /** Subset of the package; for a custom font, the hash of its bytes. */
  readonly subset: string;
  /** 100 to 900; 1 to 1000 for a custom font. */
  readonly weight: number;
  readonly style: 'normal' | 'italic';
}

/** The metadata of a font package. */
export interface FontPackage {
  /** Unicode ranges by subset, written as in CSS: `U+0000-00FF,U+0131`. */
  readonly ranges: Readonly<Record<string, string>>;
  readonly weights: readonly number[];
  readonly styles: readonly string[];
  /** Subset that holds the basic letters of the family's script. */
  readonly mainSubset: string;
}

/** A face's bytes as TrueType or OpenType; the same object each time, because parsing is kept by it. */
export interface FontData {
  readonly data: ArrayBuffer;
  readonly has: (codePoint: number) => boolean;
  /** The characters it has. */
  readonly coverage: CodePointRanges;
}

/** The faces of a font pack. */
export interface PackedFonts {
  readonly described: FontPackage;
  /** @returns undefined when there is no such face. */
  readonly load: (face: FontFace) => FontData | undefined;
}

/** Access to font files. Core never reads files: the render worker passes this in. */
export interface FontFiles {
  /** @returns undefined when the package is not installed. */
  readonly describe: (id: string) => FontPackage | undefined;
  /** @returns undefined when there is no such face, `lacking` when it must be prepared first. */
  readonly load: (face: FontFace) => FontData | 'lacking' | undefined;
  /** Returns a face of a custom font; `lacking` when it must be prepared first. */
  readonly loadOwn: (face: FontFace) => FontData | 'lacking';
  /** Returns the font pack with a hash, the same object each time; `lacking` when its bytes were not sent yet. */
  readonly openPack: (hash: string) => PackedFonts | 'lacking';
}
