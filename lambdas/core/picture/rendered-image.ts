import type { ImageFormat } from '../../contract/schemas/render.ts';

/** A picture as bytes of a format. */
export interface EncodedPicture {
  readonly bytes: Uint8Array;
  readonly format: ImageFormat;
}

/** A picture ready to be sent, and how it came about. */
export interface RenderedImage extends EncodedPicture {
  /** Milliseconds by stage; absent when the picture came from the object cache. */
  readonly timings?: Readonly<Record<string, number>>;
  /** Remote images that are missing from the picture, as `URL (reason)`. */
  readonly missing: readonly string[];
  /** When it may be drawn again, otherwise; absent when it stays as it is. */
  readonly freshUntil?: Date;
}
