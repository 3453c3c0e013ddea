import type { CheckTemplateResponse } from 'image-url-contract/schemas/template.ts';
import { type Pixels, readPixels } from 'image-url-engine/engine.ts';
import pixelmatch from 'pixelmatch';

/** Comparison of two images. */
export interface Comparison {
  readonly isSame: boolean;
  /** Number of visibly different pixels; all of them if the sizes differ. */
  readonly differing: number;
  readonly pixels: number;
  /** Image of the differences as PNG; absent if the sizes differ. */
  readonly difference?: Buffer;
}

/** Share of pixels that another processor may round differently, as for the service's golden images. */
const tolerated = 0.0001;
/** Minimum difference of a pixel that counts, so that antialiasing does not. */
const threshold = 0.1;

/**
 * Compares images by their pixels. They are decoded in a render worker: those of a repository are somebody else's.
 *
 * @throws Error for one that cannot be read
 */
export const compare = async (before: Uint8Array, after: Uint8Array): Promise<Comparison> =>
  comparePixels(await readPixels(before), after);

/** Compares a decoded image with one that is decoded as in `compare`. */
export const comparePixels = async (one: Pixels, after: Uint8Array): Promise<Comparison> => {
  const other = await readPixels(after);
  const { width, height } = other;
  const pixels = width * height;
  if (one.width !== width || one.height !== height) return { isSame: false, differing: pixels, pixels };
  if (Buffer.compare(one.data, other.data) === 0) return { isSame: true, differing: 0, pixels };
  const shown = Buffer.alloc(other.data.length);
  // pixelmatch reads words, and bytes of another process lie anywhere in their message
  const [left, right] = [Uint8Array.from(one.data), Uint8Array.from(other.data)];
  const differing = pixelmatch(left, right, shown, width, height, { threshold });
  const { default: sharp } = await import('sharp');
  const difference = await sharp(shown, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
  return { isSame: differing <= pixels * tolerated, differing, pixels, difference };
};

/** Returns the bytes of a checked image. */
export const getBytes = ({ image }: Pick<CheckTemplateResponse, 'image'>): Buffer | undefined =>
  image ? Buffer.from(image.data, 'base64') : undefined;
