import type { ImageFormat } from '../image-formats.ts';

/** An encoded image. */
export interface EncodedImage {
  readonly bytes: Uint8Array;
  readonly format: ImageFormat;
}

/** An image for delivery, and how it was produced. */
export interface RenderedImage extends EncodedImage {
  /** Milliseconds by stage. Absent if the image came from the object cache. */
  readonly timings?: Readonly<Record<string, number>>;
  /** Remote images missing from the image, as `URL (reason)`. */
  readonly missing: readonly string[];
  /** When the image may be rendered again because its result may change. Absent if it is final. */
  readonly freshUntil?: Date;
}
