import type { EngineName } from '../../engine-names.ts';
import type { ImageKind } from '../../image-bytes.ts';
import type { ImageLint } from '../../lint/image/image-diagnostics.ts';
import type { ImageLintInput } from '../../lint/image/lint-image.ts';
import type { PlacedBox } from '../../rendering/boxes.ts';
import type { ReadFont } from '../../rendering/fonts/opentype/read-font.ts';
import type { Typography } from '../../rendering/fonts/typography.ts';
import type { ImageFailure } from '../../rendering/images/image-failure.ts';
import type { RenderOptions } from '../../rendering/render-options.ts';
import type { EncodedImage } from '../../rendering/rendered-image.ts';
import type { VElement } from '../../vnode/vnode.ts';
import type { Failed } from './failure.ts';
import type { FontHashes } from './fonts.ts';

/** A tree to render in a worker. */
export interface RenderTask {
  readonly tree: VElement;
  readonly options: RenderOptions;
  /** Bytes of remote images, by their URL in the tree. A missing image leaves its box empty. */
  readonly images: Readonly<Record<string, Uint8Array>>;
  /** Fonts of text for which no element sets one. @default none */
  readonly typography?: Typography | undefined;
  /** @default `usualEngine` */
  readonly engine?: EngineName;
  /** Whether to also encode the image for link previewers. @default false */
  readonly isForPreviewers?: boolean;
  /** Whether to return the boxes of elements with a source position. @default false */
  readonly hasBoxes?: boolean;
}

export interface Rendering {
  readonly bytes: Uint8Array;
  /** The image for link previewers, if it was requested and differs. */
  readonly forPreviewers?: EncodedImage | undefined;
  /** Milliseconds by stage, for `Server-Timing`. */
  readonly timings: { readonly layout: number; readonly raster: number; readonly encode: number };
  /** Remote or embedded images that could not be rendered, with the reason. */
  readonly failedImages: readonly ImageFailure[];
  /** Vector images that ask for what is not rendered. */
  readonly unrenderedImages: readonly ImageFailure[];
  /** Boxes of the elements, if they were requested. */
  readonly boxes?: readonly PlacedBox[] | undefined;
}

export interface ImageLintRequest extends ImageLintInput {
  /** @default `usualEngine` */
  readonly engine?: EngineName;
  readonly typography?: Typography | undefined;
}

/** An accepted font with its unpacked bytes, or why it was rejected. */
export type OpenedFont =
  | { readonly ok: true; readonly font: ReadFont; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly problem: string };

/** A picture that both engines render, or why one does not. */
export type OpenedPicture =
  | {
      readonly ok: true;
      readonly kind: ImageKind;
      /** CSS pixels, upright; at least 1. */
      readonly width: number;
      readonly height: number;
      /** The file; of an SVG, what is left of it when everything is removed that is not rendered. */
      readonly bytes: Uint8Array;
      /** What it asks for and is not rendered. */
      readonly unrendered: readonly string[];
    }
  | { readonly ok: false; readonly problem: string };

/** A decoded image. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and alpha of each pixel, one byte each. */
  readonly data: Uint8Array;
}

/** A job of a render worker: render an image, lint an image, open a font file or a picture, or decode an image file. */
export type RenderJob =
  | { readonly kind: 'render'; readonly request: RenderTask }
  | { readonly kind: 'lint'; readonly request: ImageLintRequest }
  | { readonly kind: 'font'; readonly file: Uint8Array }
  | { readonly kind: 'picture'; readonly file: Uint8Array }
  | { readonly kind: 'pixels'; readonly file: Uint8Array };

/** Results by kind of job. */
export interface RenderResults {
  readonly render: Rendering;
  readonly lint: ImageLint;
  readonly font: OpenedFont;
  readonly picture: OpenedPicture;
  readonly pixels: Pixels;
}

/** The message to a render worker. */
export interface RenderOrder {
  readonly job: RenderJob;
  /** Bytes of custom fonts and font packs that the worker has requested, by hash. */
  readonly fonts: ReadonlyMap<string, Uint8Array>;
}

export type RenderAnswer =
  | { readonly kind: 'done'; readonly result: RenderResults[RenderJob['kind']] }
  /** The job needs font files that the worker does not have. */
  | { readonly kind: 'lacking'; readonly hashes: FontHashes }
  | Failed;
