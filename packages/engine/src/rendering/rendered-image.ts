import type { ImageFormat } from '../image-formats.ts';

export interface EncodedImage {
  readonly bytes: Uint8Array;
  readonly format: ImageFormat;
}
