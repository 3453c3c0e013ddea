import type Sharp from 'sharp';
import { getImageKind } from '../../../contract/image-bytes.ts';
import { getOwn } from '../../get-own.ts';
import { isRemoteImage } from '../../vnode/remote-images.ts';
import type { ImageResolver } from '../svg/safe-svg.ts';
import { readVectorSize } from '../svg/vector-size.ts';
import { type XmlElement, XmlError } from '../svg/xml.ts';
import { type Bitmap, openBitmap } from './bitmaps.ts';
import { decodeDataUri } from './data-uri.ts';
import { type ImageFailure, imageFailure, UnreadableImage } from './image-failure.ts';

/** An image whose kind and size are known. */
export type OpenedImage =
  | {
      readonly kind: 'svg';
      readonly document: XmlElement;
      /** Whether it has no size. */
      readonly isSizeless: boolean;
      /** Whether it has neither size nor proportions. */
      readonly isShapeless: boolean;
      readonly inside: readonly ImageInside[];
    }
  | ({ readonly kind: 'bitmap' } & Bitmap);

/** A bitmap inside a vector image. */
export interface ImageInside {
  readonly bitmap: Bitmap;
  /** Attributes of the `<image>` that shows it, whose `href` is not set yet. */
  readonly attributes: Record<string, string>;
}

export interface OpenedImages {
  /** By the source in the tree. */
  readonly bySource: ReadonlyMap<string, OpenedImage>;
  readonly failed: readonly ImageFailure[];
}

interface ImageReaders {
  readonly sharp: typeof Sharp;
  /** Parses a vector image for the engine. @throws XmlError */
  readonly readSvg: (bytes: Uint8Array, resolve: ImageResolver) => XmlElement;
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
  for (const source of sources) {
    try {
      bySource.set(source, await openImage(getBytes(source, given), readers));
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
  throw new UnreadableImage(
    isRemote ? 'The image could not be fetched.' : 'Only http, https and data: addresses are rendered.',
  );
};

const openImage = async (bytes: Uint8Array, readers: ImageReaders): Promise<OpenedImage> => {
  const kind = getImageKind(bytes);
  if (kind === 'svg') return openSvg(bytes, readers);
  if (kind === undefined) throw new UnreadableImage('The bytes are no PNG, JPEG, WebP, AVIF, GIF or SVG.');
  return { kind: 'bitmap', ...(await openBitmap(readers.sharp, bytes)) };
};

/** Maximum number of bitmaps in one vector image. */
const maxBitmaps = 20;
/** Maximum nesting of vector images. */
const maxDepth = 3;
/** Placeholder for a bitmap that is not open yet. */
const pending = 'data:image/png;pending,';

type FoundBitmap = Pick<ImageInside, 'attributes'> & { readonly bytes: Uint8Array };

/** Parses and sanitises a vector image, and opens the images in it. Its size is in CSS pixels. */
const openSvg = async (bytes: Uint8Array, { sharp, readSvg }: ImageReaders): Promise<OpenedImage> => {
  const found: FoundBitmap[] = [];
  const resolverAt =
    (depth: number): ImageResolver =>
    ({ href, attributes }) => {
      const inner = decodeDataUri(href);
      const kind = inner && getImageKind(inner);
      if (!inner || kind === undefined || found.length >= maxBitmaps) return undefined;
      if (kind === 'svg') return depth < maxDepth ? { document: readSvg(inner, resolverAt(depth + 1)) } : undefined;
      found.push({ bytes: inner, attributes });
      return pending;
    };
  const document = readSvg(bytes, resolverAt(0));
  const { width, height, hasProportions } = readVectorSize(document.attributes);
  if (width !== undefined) Object.assign(document.attributes, { width: String(width), height: String(height) });
  const inside = await openAll(found, sharp);
  return { kind: 'svg', document, isSizeless: width === undefined, isShapeless: !hasProportions, inside };
};

/** Opens the bitmaps of a vector image. One that cannot be opened is left out. */
const openAll = async (found: readonly FoundBitmap[], sharp: typeof Sharp): Promise<ImageInside[]> => {
  const opened: ImageInside[] = [];
  for (const { bytes, attributes } of found) {
    try {
      opened.push({ bitmap: await openBitmap(sharp, bytes), attributes });
    } catch (error) {
      if (!(error instanceof UnreadableImage)) throw error;
      delete attributes.href;
    }
  }
  return opened;
};
