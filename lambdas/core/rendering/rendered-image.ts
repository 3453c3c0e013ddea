import type { ImageFormat } from '../../contract/image-formats.ts';

/** An image as bytes of a format. */
export interface EncodedImage {
  readonly bytes: Uint8Array;
  readonly format: ImageFormat;
}

/** An image for delivery, and how it was produced. */
export interface RenderedImage extends EncodedImage {
  /** Milliseconds by stage; absent when the image came from the object cache. */
  readonly timings?: Readonly<Record<string, number>>;
  /** Remote images that are missing from the image, as `URL (reason)`. */
  readonly missing: readonly string[];
  /** When it may be rendered again, otherwise; absent when it stays as it is. */
  readonly freshUntil?: Date;
}
