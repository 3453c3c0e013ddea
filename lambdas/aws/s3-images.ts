import { imageFormats } from '../contract/schemas/render.ts';
import type { CachedImage } from '../ports/images.ts';
import type { Adapter } from './connect.ts';
import { getObject, putObject } from './s3.ts';

/** A cache slower than drawing is of no use. */
const readWithinMs = 1_500;
const writeWithinMs = 3_000;
/** Of S3's 2 KB for everything beside the bytes. */
const mostMissingBytes = 1_500;

const keyOf = (name: string): string => `images/${name}`;

/** What is said of missing images must be ASCII; where there is no room for all of it, some of it says enough. */
const writeMissing = (missing: readonly string[]): string => {
  const written = missing.map((text) => encodeURIComponent(text.toWellFormed()));
  while (written.join(' ').length > mostMissingBytes) written.pop();
  return written.join(' ') || 'images';
};

const metadataOf = ({ missing, freshUntil }: CachedImage): Record<string, string> => ({
  ...(missing.length > 0 && { missing: writeMissing(missing) }),
  ...(freshUntil && { 'fresh-until': freshUntil.toISOString() }),
});

const readMetadata = ({ missing = '', 'fresh-until': freshUntil }: Readonly<Record<string, string>>) => ({
  missing: missing.split(' ').filter(Boolean).map(decodeURIComponent),
  ...(freshUntil !== undefined && { freshUntil: new Date(freshUntil) }),
});

/** Rendered images. The bucket expires them; the picture is then drawn again. */
export const s3ImageReader: Adapter<'images:read'> = ({ IMAGES_BUCKET }) => ({
  async find(name) {
    const object = await getObject(IMAGES_BUCKET, keyOf(name), { withinMs: readWithinMs });
    const format = imageFormats.find((known) => object?.contentType === `image/${known}`);
    return object && format && { bytes: object.bytes, format, ...readMetadata(object.metadata) };
  },
});

export const s3ImageWriter: Adapter<'images:write'> = ({ IMAGES_BUCKET }) => ({
  put: (name, image) =>
    putObject(IMAGES_BUCKET, keyOf(name), image.bytes, `image/${image.format}`, {
      withinMs: writeWithinMs,
      metadata: metadataOf(image),
    }),
});
