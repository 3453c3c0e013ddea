import type { EngineName } from '../../contract/engine-names.ts';
import type { Typography } from '../../core/picture/fonts/typography.ts';
import type { ImageFailure } from '../../core/picture/images/image-failure.ts';
import type { PlacedBox } from '../../core/picture/placed-boxes.ts';
import type { RenderOptions } from '../../core/picture/render-options.ts';
import type { EncodedPicture } from '../../core/picture/rendered-image.ts';
import type { VElement } from '../../core/vnode/vnode.ts';

/** What to draw in isolation. */
export interface DrawRequest {
  readonly tree: VElement;
  readonly options: RenderOptions;
  /** Bytes of the remote images the tree names, by the URL as it stands in the tree. One that is absent leaves its box empty. */
  readonly images: Readonly<Record<string, Uint8Array>>;
  /** What texts are set in besides what elements name. @default nothing */
  readonly typography?: Typography | undefined;
  /** @default the one that every stage has */
  readonly engine?: EngineName;
  /** What may be kept between drawings (backgrounds, shadows) is kept under this name: one version of one template. */
  readonly template: string;
  /** Has the picture encoded for link previewers as well. @default false */
  readonly isForPreviewers?: boolean;
  /** Has it told where the elements lie that carry a place. @default false */
  readonly hasBoxes?: boolean;
}

export interface Drawing {
  readonly bytes: Uint8Array;
  /** For link previewers, where it is another picture than the first and was asked for. */
  readonly forPreviewers?: EncodedPicture | undefined;
  /** Milliseconds by stage, for `Server-Timing`. */
  readonly timings: { readonly layout: number; readonly raster: number; readonly encode: number };
  /** Remote or embedded images that could not be drawn, with the reason. */
  readonly failedImages: readonly ImageFailure[];
  /** Where elements lie, where that was asked for. */
  readonly boxes?: readonly PlacedBox[] | undefined;
}
