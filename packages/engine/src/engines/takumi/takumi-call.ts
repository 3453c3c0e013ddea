import type { MeasuredNode, Renderer } from '@takumi-rs/core';
import type { Style } from '../../styles/style.ts';

/** Input of takumi 2.16: boxes, texts and images. A subset of takumi's own type, which requires React styles. */
export interface TakumiNode {
  readonly type: 'container' | 'text' | 'image';
  readonly children?: readonly TakumiNode[];
  readonly text?: string;
  /** The key of an image in `TakumiOptions.images`. */
  readonly src?: string;
  readonly tagName?: string;
  readonly dir?: string;
  readonly lang?: string;
  readonly style?: Style;
  /** Default style of the tag. */
  readonly preset?: Style;
}

/** An image, under the key that nodes contain. */
export interface TakumiImage {
  readonly src: string;
  readonly data: Uint8Array;
}

export interface TakumiOptions {
  /** Device pixels. */
  readonly width: number;
  /** Absent for a tree that has its own height. */
  readonly height?: number;
  readonly devicePixelRatio: number;
  readonly images: readonly TakumiImage[];
  /** Style sheets, which have nothing but `@keyframes`. */
  readonly css: readonly string[];
  /** Font families in fallback order. */
  readonly fontFamilies: readonly string[];
}

/** Options for testing whether takumi can read something. */
export const onePixel: TakumiOptions = {
  width: 1,
  height: 1,
  devicePixelRatio: 1,
  images: [],
  css: [],
  fontFamilies: [],
};

/** Straight RGBA pixels, or an encoded file. */
export type TakumiFormat = 'raw' | 'png';

/** The subset of takumi's renderer that is used. */
export interface TakumiRenderer extends Pick<Renderer, 'registerFont'> {
  readonly render: (node: TakumiNode, options: TakumiOptions & { readonly format: TakumiFormat }) => Promise<Buffer>;
  /** Boxes are in device pixels: `transform` maps a box to the image, and its runs are relative to its content box. */
  readonly measure: (node: TakumiNode, options: TakumiOptions) => Promise<MeasuredNode>;
}

/** The subset of takumi's package that is used. */
export interface TakumiLibrary {
  readonly Renderer: new (options: { readonly cacheMaxBytes: number }) => TakumiRenderer;
}
