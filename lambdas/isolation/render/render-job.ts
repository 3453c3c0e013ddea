import type { EngineName } from '../../contract/engine-names.ts';
import type { PlacedBox } from '../../core/rendering/boxes.ts';
import type { Typography } from '../../core/rendering/fonts/typography.ts';
import type { ImageFailure } from '../../core/rendering/images/image-failure.ts';
import type { RenderOptions } from '../../core/rendering/render-options.ts';
import type { EncodedImage } from '../../core/rendering/rendered-image.ts';
import type { VElement } from '../../core/vnode/vnode.ts';

/** A tree to render in a worker. */
export interface RenderRequest {
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
  /** Boxes of the elements, if they were requested. */
  readonly boxes?: readonly PlacedBox[] | undefined;
}
