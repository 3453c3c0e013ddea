import type Sharp from 'sharp';
import { getOwn } from '../../get-own.ts';
import { getImageKind, type ImageKind } from '../../image-bytes.ts';
import { isRemoteImage } from '../../vnode/remote-images.ts';
import type { ReadSvg } from '../svg/computed/read-svg.ts';
import { type SheetWork, sheetWork } from '../svg/computed/resolve-svg.ts';
import type { ImageResolver } from '../svg/safe-svg.ts';
import { readVectorSize } from '../svg/vector-size.ts';
import { type XmlElement, XmlError } from '../svg/xml.ts';
import { type Bitmap, type BitmapRecoder, insideVector, openBitmap, toRecodedUri } from './bitmaps.ts';
import { decodeDataUri } from './data-uri.ts';
import { type ImageFailure, imageFailure, UnreadableImage } from './image-failure.ts';

export type OpenedImage =
  | {
      readonly kind: 'svg';
      /** Sanitised, with its bitmaps embedded. */
      readonly document: XmlElement;
      /** What it asks for and is not rendered. */
      readonly unrendered: readonly string[];
      readonly isSizeless: boolean;
      /** Whether it has neither size nor proportions. */
      readonly isShapeless: boolean;
    }
  | ({ readonly kind: 'bitmap' } & Bitmap);

export interface OpenedImages {
  /** By the source in the tree. */
  readonly bySource: ReadonlyMap<string, OpenedImage>;
  readonly failed: readonly ImageFailure[];
}

interface ImageReaders {
  readonly sharp: typeof Sharp;
  readonly recode: BitmapRecoder;
  /** Parses a vector image for the engine. @throws XmlError */
  readonly readSvg: (bytes: Uint8Array, resolve: ImageResolver, scale?: number, work?: SheetWork) => ReadSvg;
}

/**
 * Opens every image of a tree: determines its kind and size, and whether it can be rendered. Does not fetch images.
 *
 * @param given bytes of remote images by URL.
 */
export const openImages = async (
  sources: readonly string[],
  given: Readonly<Record<string, Uint8Array>>,
  readers: ImageReaders,
): Promise<OpenedImages> => {
  const bySource = new Map<string, OpenedImage>();
  const failed: ImageFailure[] = [];
  // files of strangers have an amount of work together, so that they are left out before the image takes too long
  const work = sheetWork();
  const sharing: ImageReaders = { ...readers, readSvg: (bytes, resolve) => readers.readSvg(bytes, resolve, 1, work) };
  for (const source of sources) {
    try {
      bySource.set(source, await openImage(getBytes(source, given), sharing));
    } catch (error) {
      if (!(error instanceof UnreadableImage || error instanceof XmlError)) throw error;
      failed.push(imageFailure(source, error.message));
    }
  }
  return { bySource, failed };
};

const getBytes = (source: string, given: Readonly<Record<string, Uint8Array>>): Uint8Array => {
  const isRemote = isRemoteImage(source);
  const bytes = isRemote ? getOwn(given, source) : decodeDataUri(source);
  if (bytes) return bytes;
  const reason = isRemote ? 'The image could not be fetched.' : 'Only http, https and data: addresses are rendered.';
  throw new UnreadableImage(reason);
};

const openImage = async (bytes: Uint8Array, readers: ImageReaders): Promise<OpenedImage> => {
  const kind = getImageKind(bytes);
  if (kind === 'svg') return openSvg(bytes, readers);
  if (kind === undefined) throw new UnreadableImage('The bytes are no PNG, JPEG, WebP, AVIF, GIF or SVG.');
  return { kind: 'bitmap', ...(await openBitmap(readers.sharp, kind, bytes)) };
};

/** Maximum number of bitmaps in one vector image. */
const maxBitmaps = 20;
/** Maximum nesting of vector images. */
const maxDepth = 3;
/** Placeholder for a bitmap that is not open yet. */
const pending = 'data:image/png;pending,';

interface FoundBitmap {
  readonly bytes: Uint8Array;
  readonly kind: ImageKind;
  /** Of the element that shows it. */
  readonly attributes: Record<string, string>;
}

/** Parses and sanitises a vector image, and embeds the bitmaps in it. One that cannot be read is left out. */
const openSvg = async (svg: Uint8Array, readers: ImageReaders): Promise<OpenedImage> => {
  const found: FoundBitmap[] = [];
  const resolverAt =
    (depth: number): ImageResolver =>
    ({ href, attributes }) => {
      const bytes = decodeDataUri(href);
      const kind = bytes && getImageKind(bytes);
      if (!bytes || kind === undefined || found.length >= maxBitmaps) return undefined;
      if (kind === 'svg')
        return depth < maxDepth ? { document: readers.readSvg(bytes, resolverAt(depth + 1)).document } : undefined;
      found.push({ bytes, kind, attributes });
      return pending;
    };
  const { document, unrendered } = readers.readSvg(svg, resolverAt(0));
  const { width, height, hasProportions } = readVectorSize(document.attributes);
  // In CSS pixels.
  if (width !== undefined) Object.assign(document.attributes, { width: String(width), height: String(height) });
  for (const bitmap of found) {
    const uri = await recodeInside(bitmap, readers);
    if (uri === undefined) delete bitmap.attributes.href;
    else bitmap.attributes.href = uri;
  }
  return { kind: 'svg', document, unrendered, isSizeless: width === undefined, isShapeless: !hasProportions };
};

const recodeInside = async (
  { bytes, kind }: FoundBitmap,
  { sharp, recode }: ImageReaders,
): Promise<string | undefined> => {
  try {
    const bitmap = await openBitmap(sharp, kind, bytes);
    return toRecodedUri(bitmap, await recode(bitmap, insideVector));
  } catch (error) {
    if (!(error instanceof UnreadableImage)) throw error;
    return undefined;
  }
};

/** Returns the vector images by their source. */
export const getDocuments = ({ bySource }: OpenedImages): [source: string, document: XmlElement][] =>
  [...bySource].flatMap(([source, image]) => (image.kind === 'svg' ? [[source, image.document]] : []));

/** Returns what images hold and is not in the image. @param tooLong sources of those with too much text */
export const getUnrendered = ({ bySource }: OpenedImages, tooLong: readonly string[]): ImageFailure[] =>
  [...bySource].flatMap(([source, image]) => {
    const notes = [...image.unrendered, ...(tooLong.includes(source) ? ['its text, which is too long'] : [])];
    return notes.length === 0 ? [] : [imageFailure(source, `not rendered: ${notes.join(', ')}`)];
  });
