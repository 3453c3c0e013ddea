import type { CodePointRanges } from './coverage.ts';

/** One weight and slope of a family, as a file of a font package, or as a font of somebody's own has it. */
export interface FontFace {
  /** The package's name for the family, e.g. `noto-sans-jp`. */
  readonly id: string;
  /** Of a font of somebody's own the name of its bytes. */
  readonly subset: string;
  /** 100 to 900; 1 to 1000 of a font of somebody's own. */
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
  readonly metrics: FontMetrics;
}

/** Ascent, descent and line gap of a font, as shares of the font size. */
export interface FontMetrics {
  readonly ascent: number;
  readonly descent: number;
  readonly lineGap: number;
  /** How wide its space is; undefined where it has none. */
  readonly space?: number;
}

/** Where fonts come from. Core never reads a file: the render worker hands this in. */
export interface FontFiles {
  /** @returns undefined when the package is not installed. */
  readonly describe: (id: string) => FontPackage | undefined;
  /** @returns undefined when there is no such file. */
  readonly load: (face: FontFace) => FontData | undefined;
  /** A face of a font of somebody's own. @returns undefined when its bytes are not at hand yet. */
  readonly loadOwn: (face: FontFace) => FontData | undefined;
}
