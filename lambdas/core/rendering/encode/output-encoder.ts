import type Sharp from 'sharp';
import type { Painting } from '../pixels.ts';
import type { RenderOptions } from '../render-options.ts';
import type { EncodedImage } from '../rendered-image.ts';
import { createPaintingEncoder } from './encode.ts';
import { createPreviewerEncoder } from './previewer-encoder.ts';

/** Renders the pixels of an image. */
interface Painter {
  readonly paint: () => Promise<Painting>;
  /** Renders a PNG as small as the encoder's, in a third of the time. Absent if the engine has no encoder. */
  readonly paintPng?: () => Promise<Buffer>;
}

/**
 * Returns a function that renders an image and encodes it in the requested format and, if requested, for link
 * previewers.
 *
 * It calls `begin` after rendering.
 */
export const createOutputEncoder = (sharp: typeof Sharp) => {
  const encode = createPaintingEncoder(sharp);
  const encodeForPreviewers = createPreviewerEncoder(sharp);
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
