import { LRUCache } from 'lru-cache';
import type Sharp from 'sharp';
import { bitmapOptions } from '../../../picture/images/bitmap-heads.ts';
import { decoded } from '../../../picture/images/image-failure.ts';
import type { Bitmap } from '../../../picture/images/open-images.ts';

/** Characters of all kept data URIs together. */
const largestKept = 24_000_000;

/** A bitmap at the size it is drawn at, in device pixels. */
export interface PlacedBitmap {
  readonly bitmap: Bitmap;
  readonly width: number;
  readonly height: number;
}

/**
 * Bitmaps at the size they are drawn at, made when they are first needed and kept by content and size: decoding a
 * photograph and making it smaller takes longer than all the rest of a card. What is kept under an address is a pure
 * function of the bytes that made it, so nobody can get at an image they do not have already.
 */
export const drawnBitmaps = (sharp: typeof Sharp) => {
  const kept = new LRUCache<string, string, PlacedBitmap>({
    maxSize: largestKept,
    sizeCalculation: ({ length }) => length,
    fetchMethod: (_address, _stale, { context }) => drawBitmap(context, sharp),
    // one that others push out while it is drawn is still handed to whoever waits for it
    ignoreFetchAbort: true,
  });
  return (address: string, context: PlacedBitmap): Promise<string> => kept.forceFetch(address, { context });
};

export type DrawnBitmaps = ReturnType<typeof drawnBitmaps>;

/** The address of a bitmap that is not drawn yet. A rasteriser draws nothing for it. */
export const addressOf = ({ bitmap, width, height }: PlacedBitmap): string =>
  `data:image/png;picture=${bitmap.hash}-${width}-${height},`;

/** Every such address a document's text holds. */
export const addressesIn = (svg: string): Set<string> =>
  new Set(Array.from(svg.matchAll(/ href="(data:image\/png;picture=[^"]*)"/g), ([, address]) => address as string));

/** Upright, in sRGB, at its size: a photograph as JPEG so fine that nobody sees it, anything else without loss. */
const drawBitmap = async ({ bitmap, width, height }: PlacedBitmap, sharp: typeof Sharp): Promise<string> => {
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
