import type { EngineName } from '../../contract/engine-names.ts';
import type { Typography } from '../../core/rendering/fonts/typography.ts';
import type { ImageFailure } from '../../core/rendering/images/image-failure.ts';
import type { PlacedBox } from '../../core/rendering/positioned-boxes.ts';
import type { RenderOptions } from '../../core/rendering/render-options.ts';
import type { EncodedImage } from '../../core/rendering/rendered-image.ts';
import type { VElement } from '../../core/vnode/vnode.ts';

/** What to render in isolation. */
export interface RenderRequest {
  readonly tree: VElement;
  readonly options: RenderOptions;
  /** Bytes of the remote images the tree names, by the URL as it stands in the tree. One that is absent leaves its box empty. */
  readonly images: Readonly<Record<string, Uint8Array>>;
  /** What texts are set in besides what elements name. @default nothing */
  readonly typography?: Typography | undefined;
  /** @default the one that every stage has */
  readonly engine?: EngineName;
  /** Has the image encoded for link previewers as well. @default false */
  readonly isForPreviewers?: boolean;
  /** Has it told where the elements lie that carry a place. @default false */
  readonly hasBoxes?: boolean;
}

export interface Rendering {
  readonly bytes: Uint8Array;
  /** For link previewers, where it is another image than the first and was asked for. */
  readonly forPreviewers?: EncodedImage | undefined;
  /** Milliseconds by stage, for `Server-Timing`. */
  readonly timings: { readonly layout: number; readonly raster: number; readonly encode: number };
  /** Remote or embedded images that could not be rendered, with the reason. */
  readonly failedImages: readonly ImageFailure[];
  /** Where elements lie, where that was asked for. */
  readonly boxes?: readonly PlacedBox[] | undefined;
}
