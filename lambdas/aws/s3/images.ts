import { imageFormats } from 'image-url-engine/images.ts';
import type { EnvironmentOf } from '../../config/capabilities.ts';
import type { CachedImage, StoredImage } from '../../ports/images.ts';
import { getObject, putObject } from './client.ts';

/** Timeout of reads in milliseconds. A cache that is slower than rendering is useless. */
const readWithinMs = 1_500;
const writeWithinMs = 3_000;
/** Parts of S3's 2 KB of user metadata for notes about missing images, and about what SVG files ask for. */
const [mostMissingBytes, mostSvgBytes] = [1_300, 500];

/** Encodes notes as ASCII. Those that do not fit are omitted. */
const writeNotes = (notes: readonly string[], most: number): string => {
  const written = notes.map((text) => encodeURIComponent(text.toWellFormed()));
  while (written.join(' ').length > most) written.pop();
  return written.join(' ') || 'images';
};

const getMetadata = ({ missing, svgNotes = [], freshUntil }: CachedImage): Record<string, string> => ({
  ...(missing.length > 0 && { missing: writeNotes(missing, mostMissingBytes) }),
  ...(svgNotes.length > 0 && { svg: writeNotes(svgNotes, mostSvgBytes) }),
  ...(freshUntil && { 'fresh-until': freshUntil.toISOString() }),
});

const readNotes = (written: string): string[] => written.split(' ').filter(Boolean).map(decodeURIComponent);

const readMetadata = ({ missing = '', svg, 'fresh-until': freshUntil }: Readonly<Record<string, string>>) => ({
  missing: readNotes(missing),
  ...(svg !== undefined && { svgNotes: readNotes(svg) }),
  ...(freshUntil !== undefined && { freshUntil: new Date(freshUntil) }),
});

/**
 * Rendered images by key. The bucket expires them once no URL needs them (lib/data/image-store.ts);
 * `lambdas/deliver/rendered-images.ts` makes the keys.
 */
export const s3ImageReader = ({ IMAGES_BUCKET }: EnvironmentOf<'images:read'>) => ({
  /** Returns an image; undefined if there is none. A lost image is rendered again, with the engine then installed. */
  async find(name: string): Promise<StoredImage | undefined> {
    const object = await getObject(IMAGES_BUCKET, name, { withinMs: readWithinMs });
    const format = imageFormats.find((known) => object?.contentType === `image/${known}`);
    if (!object || !format) return undefined;
    return { bytes: object.bytes, format, storedAt: object.storedAt, ...readMetadata(object.metadata) };
  },
});

export const s3ImageWriter = ({ IMAGES_BUCKET }: EnvironmentOf<'images:write'>) => ({
  /** Stores an image, and overwrites one only if it `replaces` it. @returns false if one is stored that stays */
  put(name: string, image: CachedImage, replaces: boolean): Promise<boolean> {
    const settings = { withinMs: writeWithinMs, metadata: getMetadata(image), mustBeNew: !replaces };
    return putObject(IMAGES_BUCKET, name, image.bytes, `image/${image.format}`, settings);
  },
});
