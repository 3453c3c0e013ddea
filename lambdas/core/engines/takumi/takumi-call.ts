import type { Style } from '../../rendering/tree/normalise-style.ts';

/** What takumi 2.16 renders: boxes, pieces of text, images. A subset of its own type, which wants React's styles. */
export interface TakumiNode {
  readonly type: 'container' | 'text' | 'image';
  readonly children?: readonly TakumiNode[];
  readonly text?: string;
  /** The key of an image that is handed in beside the tree. */
  readonly src?: string;
  readonly tagName?: string;
  readonly className?: string;
  readonly id?: string;
  readonly dir?: string;
  readonly lang?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly style?: Style;
  /** What the tag means by itself; style sheets win over it. */
  readonly preset?: Style;
}

/** Device pixels from the corner of the box around; `transform` leads to the corner of the image. */
export interface MeasuredNode {
  readonly width: number;
  readonly height: number;
  readonly transform: readonly [number, number, number, number, number, number];
  readonly children: readonly MeasuredNode[];
  readonly runs: readonly MeasuredRun[];
}

/** A piece of one line. */
export interface MeasuredRun {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** An image as takumi is handed it, under the key its nodes name. */
export interface TakumiImage {
  readonly src: string;
  readonly data: Uint8Array;
}

export interface TakumiOptions {
  /** Device pixels. */
  readonly width: number;
  readonly height: number;
  readonly devicePixelRatio: number;
  readonly images: readonly TakumiImage[];
  /** Style sheets. */
  readonly css: readonly string[];
  /** The families text falls back to, in order. */
  readonly fontFamilies: readonly string[];
}

/** Of an image that something is only tried in. */
export const onePixel: TakumiOptions = {
  width: 1,
  height: 1,
  devicePixelRatio: 1,
  images: [],
  css: [],
  fontFamilies: [],
};

/** What it is asked for: pixels as they are, or a file. */
export type TakumiFormat = 'raw' | 'png';

export interface TakumiFont {
  readonly name: string;
  readonly weight: number;
  readonly style: 'normal' | 'italic';
  /** Code points it serves, first and last of each range. */
  readonly unicodeRange: readonly [number, number][];
  readonly data: ArrayBuffer;
}

/** takumi's renderer as it is called here. */
export interface TakumiRenderer {
  readonly registerFont: (font: TakumiFont) => Promise<unknown>;
  readonly render: (node: TakumiNode, options: TakumiOptions & { readonly format: TakumiFormat }) => Promise<Buffer>;
  readonly measure: (node: TakumiNode, options: TakumiOptions) => Promise<MeasuredNode>;
}

/** The package, loaded. */
export interface TakumiLibrary {
  readonly Renderer: new (options: { readonly cacheMaxBytes: number }) => TakumiRenderer;
}
