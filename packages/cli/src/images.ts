import pixelmatch from 'pixelmatch';
import type { CheckTemplateResponse } from '../../../lambdas/contract/schemas/template.ts';

/** Two images beside each other. */
export interface Comparison {
  readonly isSame: boolean;
  /** Pixels that a reader sees a difference in; all of them where the sizes differ. */
  readonly differing: number;
  readonly pixels: number;
  /** Where they differ, as PNG; absent where the sizes do. */
  readonly difference?: Buffer;
}

/** What another processor may round otherwise: a share of the pixels. It is that of the service's own golden images. */
const tolerated = 0.0001;
/** Least difference of a pixel that counts; antialiasing does not. */
const threshold = 0.1;

const getPixels = async (image: Uint8Array) => {
  const { default: sharp } = await import('sharp');
  const { data, info } = await sharp(image).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
};

/** Compares images by what is seen of them; the same bytes are not looked at. */
export const compare = async (before: Uint8Array, after: Uint8Array): Promise<Comparison> => {
  const [one, other] = await Promise.all([getPixels(before), getPixels(after)]);
  const { width, height } = other;
  const pixels = width * height;
  if (one.width !== width || one.height !== height) return { isSame: false, differing: pixels, pixels };
  if (one.data.equals(other.data)) return { isSame: true, differing: 0, pixels };
  const shown = Buffer.alloc(other.data.length);
  const differing = pixelmatch(one.data, other.data, shown, width, height, { threshold });
  const { default: sharp } = await import('sharp');
  const difference = await sharp(shown, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
  return { isSame: differing <= pixels * tolerated, differing, pixels, difference };
};

/** The bytes of a checked image. */
export const getBytes = ({ picture: image }: Pick<CheckTemplateResponse, 'picture'>): Buffer | undefined =>
  image ? Buffer.from(image.data, 'base64') : undefined;
