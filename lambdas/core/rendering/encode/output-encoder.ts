import type Sharp from 'sharp';
import type { Painting } from '../pixels.ts';
import type { RenderOptions } from '../render-options.ts';
import type { EncodedImage } from '../rendered-image.ts';
import { paintingEncoder } from './encode.ts';
import { previewerEncoder } from './previewer-encoder.ts';

/**
 * Returns the function that encodes a rendered image in the requested format and, if requested, for link previewers.
 */
export const outputEncoder = (sharp: typeof Sharp) => {
  const encode = paintingEncoder(sharp);
  const encodeForPreviewers = previewerEncoder(sharp);
  return async (
    painting: Painting,
    { format, quality, isForPreviewers }: RenderOptions & { readonly isForPreviewers?: boolean | undefined },
  ): Promise<{ readonly bytes: Uint8Array; readonly forPreviewers: EncodedImage | undefined }> => {
    const bytes = await encode(painting, format, quality);
    const forPreviewers = isForPreviewers
      ? await encodeForPreviewers(() => painting, { bytes, format }, quality)
      : undefined;
    return { bytes, forPreviewers };
  };
};
