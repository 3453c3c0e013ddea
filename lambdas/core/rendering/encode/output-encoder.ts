import type Sharp from 'sharp';
import type { Painting } from '../pixels.ts';
import type { RenderOptions } from '../render-options.ts';
import type { EncodedImage } from '../rendered-image.ts';
import { paintingEncoder } from './encode.ts';
import { previewerEncoder } from './previewer-encoder.ts';

/** What paints an image. */
interface Painter {
  readonly paint: () => Promise<Painting>;
  /** The image as a PNG, where the engine encodes it: as small as the service would, in a third of the time. */
  readonly paintPng?: () => Promise<Buffer>;
}

/**
 * Returns the function that paints an image and encodes it in the requested format and, if requested, for link previewers.
 *
 * The function calls `begin` when the image is painted.
 */
export const outputEncoder = (sharp: typeof Sharp) => {
  const encode = paintingEncoder(sharp);
  const encodeForPreviewers = previewerEncoder(sharp);
  return async (
    { paint, paintPng }: Painter,
    { format, quality, isForPreviewers }: RenderOptions & { readonly isForPreviewers?: boolean | undefined },
    begin: () => void,
  ): Promise<{ readonly bytes: Uint8Array; readonly forPreviewers: EncodedImage | undefined }> => {
    const painted = format === 'png' && paintPng ? await paintPng() : await paint();
    begin();
    const bytes = Buffer.isBuffer(painted) ? painted : await encode(painted, format, quality);
    const forPreviewers = isForPreviewers
      ? await encodeForPreviewers(Buffer.isBuffer(painted) ? paint : () => painted, { bytes, format }, quality)
      : undefined;
    return { bytes, forPreviewers };
  };
};
