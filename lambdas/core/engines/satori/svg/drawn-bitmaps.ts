import type Sharp from 'sharp';
import { bitmapOptions } from '../../../picture/images/bitmap-heads.ts';
import { decoded } from '../../../picture/images/image-failure.ts';
import type { Bitmap } from '../../../picture/images/open-images.ts';

/** Kept pictures at their drawn sizes, in characters of their addresses. */
const largestKept = 24_000_000;

/**
 * Bitmaps at the size they are drawn at, made when they are first needed and kept by content and size: decoding a
 * photograph and making it smaller takes longer than all the rest of a card. What is kept under an address is a pure
 * function of the bytes that made it, so nobody can get at a picture he does not have already.
 */
export const drawnBitmaps = (sharp: typeof Sharp) => {
  const kept = new Map<string, Promise<string>>();
  const sizes = new Map<string, number>();
  let size = 0;

  const forget = (address: string) => {
    kept.delete(address);
    size -= sizes.get(address) ?? 0;
    sizes.delete(address);
  };

  const remember = async (address: string, drawn: Promise<string>) => {
    kept.set(address, drawn);
    try {
      const { length } = await drawn;
      if (kept.get(address) !== drawn) return;
      sizes.set(address, length);
      size += length;
      for (const oldest of kept.keys()) if (size > largestKept) forget(oldest);
    } catch {
      forget(address);
    }
  };

  return (address: string, bitmap: Bitmap, width: number, height: number): Promise<string> => {
    const known = kept.get(address);
    if (known) {
      kept.delete(address);
      kept.set(address, known);
      return known;
    }
    const drawn = drawBitmap(bitmap, width, height, sharp);
    void remember(address, drawn);
    return drawn;
  };
};

export type DrawnBitmaps = ReturnType<typeof drawnBitmaps>;

/** Stands in a document for a bitmap that is not drawn yet; a rasteriser that meets one draws nothing. */
export const addressOf = (bitmap: Bitmap, width: number, height: number): string =>
  `data:image/png;picture=${bitmap.hash}-${width}-${height},`;

/** Every such address a document's text holds. */
export const addressesIn = (svg: string): Set<string> =>
  new Set(Array.from(svg.matchAll(/ href="(data:image\/png;picture=[^"]*)"/g), ([, address]) => address as string));

/** Upright, in sRGB, at its size: a photograph as JPEG so fine that nobody sees it, anything else without loss. */
const drawBitmap = async (bitmap: Bitmap, width: number, height: number, sharp: typeof Sharp): Promise<string> => {
  const image = sharp(bitmap.bytes, bitmapOptions)
    .autoOrient()
    .resize(width, height, { fit: 'fill' })
    .toColourspace('srgb');
  const encoded = bitmap.isPhoto
    ? image.jpeg({ quality: 95, chromaSubsampling: '4:4:4', optimiseCoding: false })
    : image.png({ compressionLevel: 1 });
  const bytes = await decoded(() => encoded.toBuffer());
  return `data:image/${bitmap.isPhoto ? 'jpeg' : 'png'};base64,${bytes.toString('base64')}`;
};
