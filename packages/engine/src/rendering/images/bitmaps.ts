import { LRUCache } from 'lru-cache';
import type Sharp from 'sharp';
import type { Metadata, Sharp as SharpImage } from 'sharp';
import { sha256Hex } from '../../hash.ts';
import type { ImageKind } from '../../image-bytes.ts';
import { divideByAlpha } from '../pixels.ts';
import { createProfile } from './colour-profile.ts';
import { UnreadableImage } from './image-failure.ts';
import { readPngChunks, toProfileChunk, writePng } from './png-chunks.ts';
import { getShownAvif } from './shown-avif.ts';
import type { Place, ShownFile } from './shown-file.ts';
import { getShownGif } from './shown-gif.ts';
import { getShownPng } from './shown-png.ts';

/** A bitmap whose header was read. */
export interface Bitmap {
  /** Returns its pixels upright, as a browser shows them; those of CMYK and of other colours still without conversion. */
  readonly decode: () => Promise<SharpImage>;
  readonly hash: string;
  /** CSS pixels, after EXIF rotation. */
  readonly width: number;
  readonly height: number;
  readonly isPhoto: boolean;
  /** What of it is not rendered. */
  readonly unrendered: readonly string[];
}

/** Most pixels of a bitmap. */
const usualPixels = 25_000_000;
/** Maximum bytes of cached re-encoded bitmaps. */
const maxCachedBytes = 24 << 20;

/** Options for every bitmap: the pixels that a file claims to have are no matter of its size. */
const bitmapOptions = { limitInputPixels: usualPixels, failOn: 'error', pages: 1 } as const;

const tooManyPixels = (most: number): string => `The image has more than ${most / 1e6} megapixels.`;

/** @throws UnreadableImage in words of our own: those of the decoder name its functions */
const rejectUnreadable = (error: unknown): never => {
  const isLarge = error instanceof Error && error.message.includes('pixel limit');
  throw new UnreadableImage(isLarge ? tooManyPixels(usualPixels) : 'The file is damaged or incomplete.', {
    cause: error,
  });
};

const shownBy: Partial<Readonly<Record<ImageKind, (bytes: Uint8Array) => ShownFile>>> = {
  png: getShownPng,
  gif: getShownGif,
  avif: getShownAvif,
};

/** Returns a bitmap as browsers show it. */
export const getShownFile = (kind: ImageKind, bytes: Uint8Array): ShownFile => shownBy[kind]?.(bytes) ?? { bytes };

/** Reads the header of a bitmap. @throws UnreadableImage if the bytes are not a bitmap, or one that is too large. */
export const openBitmap = async (
  sharp: typeof Sharp,
  kind: ImageKind,
  bytes: Uint8Array,
  maxPixels = usualPixels,
): Promise<Bitmap> => {
  const shown = getShownFile(kind, bytes);
  const header = await sharp(shown.bytes, bitmapOptions).metadata().catch(rejectUnreadable);
  const { width, height } = shown.place?.canvas ?? (isTurned(header) ? header.autoOrient : header);
  if (width * height > maxPixels || width > 65_535 || height > 65_535)
    throw new UnreadableImage(tooManyPixels(maxPixels));
  const decode = () => decodeShown(sharp, shown, header).catch(rejectUnreadable);
  const { unrendered = [] } = shown;
  return { decode, hash: sha256Hex(bytes), width, height, isPhoto: kind === 'jpeg', unrendered };
};

/** Whether browsers heed the EXIF orientation of a bitmap. */
const isTurned = ({ format }: Metadata): boolean => format === 'jpeg' || format === 'png';

/** Returns in what space sharp converts a profile as browsers do; undefined for its usual one, which leaves some out. */
const getPipeline = ({ space, depth, channels, hasProfile }: Metadata): string | undefined => {
  if (space === 'cmyk') return 'cmyk';
  return depth === 'ushort' && hasProfile ? (channels < 3 ? 'b-w' : 'srgb') : undefined;
};

const decodeShown = async (sharp: typeof Sharp, shown: ShownFile, header: Metadata): Promise<SharpImage> => {
  const { bytes, place, colours, isPremultiplied } = shown;
  const pipeline = getPipeline(header);
  // Browsers ignore a profile of other colours.
  const isPlainCmyk = pipeline === 'cmyk' && header.icc?.toString('latin1', 16, 20) !== 'CMYK';
  const opened = sharp(bytes, { ...bitmapOptions, ignoreIcc: isPlainCmyk });
  const upright = isTurned(header) && !place ? opened.autoOrient() : opened;
  const image = pipeline === undefined ? upright : upright.pipelineColourspace(pipeline);
  if (isPlainCmyk) return convertCmyk(sharp, image);
  const straight = isPremultiplied ? await divide(sharp, image) : image;
  if (colours) return attachProfile(sharp, straight, createProfile(colours, false));
  return place ? placeOnCanvas(sharp, straight, header, place) : straight;
};

/** Decoded pixels are kept as a PNG: compressing it takes longer than all else. */
const uncompressed = { compressionLevel: 0 } as const;

/** Returns ink as light, by the plain formula of browsers: sharp uses a profile of its own. */
const convertCmyk = async (sharp: typeof Sharp, image: SharpImage): Promise<SharpImage> => {
  const { data: ink, info } = await image.toColourspace('cmyk').raw().toBuffer({ resolveWithObject: true });
  const light = Buffer.alloc((ink.length / 4) * 3);
  for (let from = 0, to = 0; from < ink.length; from += 4, to += 3) {
    const black = 255 - (ink[from + 3] as number);
    for (let channel = 0; channel < 3; channel += 1)
      light[to + channel] = Math.round(((255 - (ink[from + channel] as number)) * black) / 255);
  }
  return sharp(light, { raw: { width: info.width, height: info.height, channels: 3 } });
};

/** Returns straight pixels of premultiplied ones. */
const divide = async (sharp: typeof Sharp, image: SharpImage): Promise<SharpImage> => {
  const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return sharp(divideByAlpha(data), { raw: { width: info.width, height: info.height, channels: 4 } });
};

const attachProfile = async (sharp: typeof Sharp, image: SharpImage, profile: Buffer): Promise<SharpImage> => {
  const [head, ...chunks] = readPngChunks(await image.toColourspace('srgb').png(uncompressed).toBuffer());
  return sharp(writePng(head ? [head, toProfileChunk(profile), ...chunks] : []), bitmapOptions);
};

const placeOnCanvas = async (
  sharp: typeof Sharp,
  image: SharpImage,
  { width, height }: Metadata,
  { left, top, canvas }: Place,
): Promise<SharpImage> => {
  const around = { left, top, right: canvas.width - left - width, bottom: canvas.height - top - height };
  const extended = image
    .toColourspace('srgb')
    .ensureAlpha()
    .extend({ ...around, background: '#0000' });
  return sharp(await extended.png(uncompressed).toBuffer(), bitmapOptions);
};

/** How large a bitmap is re-encoded, in pixels. */
export interface RecodedSize {
  readonly width: number;
  readonly height: number;
  readonly fit: 'inside' | 'fill';
}

/** The size of a bitmap in a vector image: its rendered size is not known in advance. */
export const insideVector: RecodedSize = { width: 1_600, height: 1_600, fit: 'inside' };

/**
 * Returns a function that re-encodes bitmaps for engines, cached by content and size: upright, in sRGB, resized;
 * photographs as high-quality JPEG, others as PNG. Nothing is enlarged to fit inside a size.
 *
 * It throws UnreadableImage if the pixels are damaged.
 */
export const createBitmapRecoder = () => {
  const cached = new LRUCache<string, Buffer>({ maxSize: maxCachedBytes, sizeCalculation: ({ length }) => length + 1 });
  return async ({ hash, decode, isPhoto }: Bitmap, size: RecodedSize): Promise<Buffer> => {
    const key = [hash, ...Object.values(size)].join();
    const hit = cached.get(key);
    if (hit) return hit;
    const resized = { ...size, withoutEnlargement: size.fit === 'inside' };
    const image = (await decode()).toColourspace('srgb').resize(resized);
    const encoded = isPhoto
      ? image.jpeg({ quality: 95, chromaSubsampling: '4:4:4', optimiseCoding: false })
      : image.png({ compressionLevel: 1 });
    const recoded = await encoded.toBuffer().catch(rejectUnreadable);
    cached.set(key, recoded);
    return recoded;
  };
};

export type BitmapRecoder = ReturnType<typeof createBitmapRecoder>;

/** Returns the `data:` URI of a re-encoded bitmap. */
export const toRecodedUri = ({ isPhoto }: Bitmap, bytes: Buffer): string =>
  `data:image/${isPhoto ? 'jpeg' : 'png'};base64,${bytes.toString('base64')}`;
