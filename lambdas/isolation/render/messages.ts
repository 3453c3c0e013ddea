import type { EngineName } from '../../contract/engine-names.ts';
import type { Stage } from '../../core/engines/engine.ts';
import type { ReadFont } from '../../core/rendering/fonts/opentype/read-font.ts';
import type { Typography } from '../../core/rendering/fonts/typography.ts';
import type { ImageLint } from '../../core/template/lint/image/image-diagnostics.ts';
import type { ImageLintInput } from '../../core/template/lint/image/lint-image.ts';
import type { FontHashes } from './fonts.ts';
import type { Rendering, RenderRequest } from './render-job.ts';

/** A job of a render worker: render an image, lint an image, or open a font file. */
export type RenderJob =
  | { readonly kind: 'render'; readonly request: RenderRequest }
  | { readonly kind: 'lint'; readonly request: ImageLintRequest }
  | { readonly kind: 'font'; readonly file: Uint8Array };

export interface ImageLintRequest extends ImageLintInput {
  /** @default `usualEngine` */
  readonly engine?: EngineName;
  readonly typography?: Typography | undefined;
}

/** An accepted font with its unpacked bytes, or why it was rejected. */
export type OpenedFont =
  | { readonly ok: true; readonly font: ReadFont; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly problem: string };

/** The message to a render worker. */
export interface RenderOrder {
  readonly job: RenderJob;
  /** Bytes of custom fonts and font packs that the worker has requested, by hash. */
  readonly fonts: ReadonlyMap<string, Uint8Array>;
}

/** The response of a render worker. */
export type RenderAnswer =
  | { readonly kind: 'rendered'; readonly rendering: Rendering }
  | { readonly kind: 'linted'; readonly imageLint: ImageLint }
  | { readonly kind: 'opened'; readonly opened: OpenedFont }
  /** The job needs font files that the worker does not have. */
  | { readonly kind: 'lacking'; readonly hashes: FontHashes }
  | { readonly kind: 'failed'; readonly stage: Stage; readonly message: string };
