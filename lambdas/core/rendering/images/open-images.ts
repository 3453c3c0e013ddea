import { getImageKind } from '../../../contract/image-bytes.ts';
import { lookUp } from '../../look-up.ts';
import { isRemoteImage } from '../../vnode/remote-images.ts';
import type { ImageResolver } from '../svg/safe-svg.ts';
import { type XmlElement, XmlError } from '../svg/xml.ts';
import type { BitmapHead, bitmapHeads } from './bitmap-heads.ts';
import { bytesOfDataUri } from './data-uri.ts';
import { type ImageFailure, imageFailure, UnreadableImage } from './image-failure.ts';
import { vectorSize } from './vector-size.ts';

/** An image of a tree, opened: its kind and its size are known. */
export type OpenedImage =
  | {
      readonly kind: 'svg';
      readonly document: XmlElement;
      /** It names no size. */
      readonly isSizeless: boolean;
      /** It names neither size nor proportions. */
      readonly isShapeless: boolean;
      readonly inside: readonly ImageInside[];
    }
  | ({ readonly kind: 'bitmap' } & Bitmap);

export interface Bitmap extends BitmapHead {
  readonly bytes: Uint8Array;
}

/** A bitmap inside a vector image. */
export interface ImageInside {
  readonly bitmap: Bitmap;
  /** Of the `<image>` that shows it; its `href` is still open. */
  readonly attributes: Record<string, string>;
}

export interface OpenedImages {
  /** By the source as it stands in the tree. */
  readonly bySource: ReadonlyMap<string, OpenedImage>;
  readonly failed: readonly ImageFailure[];
}

export interface ImageReaders {
  readonly readHead: ReturnType<typeof bitmapHeads>;
  /** Reads a vector image as the engine can render it. @throws XmlError */
  readonly readSvg: (bytes: Uint8Array, resolve: ImageResolver) => XmlElement;
}

/**
 * Opens every image a tree names: its kind, its size, whether it can be rendered at all. Nothing is fetched here.
 *
 * @param given bytes of remote images by address.
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
  const bytes = isRemote ? lookUp(given, source) : bytesOfDataUri(source);
  if (bytes) return bytes;
  throw new UnreadableImage(
    isRemote ? 'The image could not be fetched.' : 'Only http, https and data: addresses are rendered.',
  );
};

const openImage = async (bytes: Uint8Array, readers: ImageReaders): Promise<OpenedImage> => {
  const kind = getImageKind(bytes);
  if (kind === 'svg') return openSvg(bytes, readers);
  if (kind === undefined) throw new UnreadableImage('The bytes are no PNG, JPEG, WebP, AVIF, GIF or SVG.');
  return { kind: 'bitmap', bytes, ...(await readers.readHead(bytes)) };
};

/** Bitmaps in one vector image. */
const mostInside = 20;
/** Vector images inside each other. */
const deepest = 3;
/** Stands for a bitmap that was not opened yet. */
const pending = 'data:image/png;pending,';

type Found = Pick<ImageInside, 'attributes'> & { readonly bytes: Uint8Array };

/** A vector image, reduced to what may be rendered, with the images inside it. Its size is in CSS pixels. */
const openSvg = async (bytes: Uint8Array, { readHead, readSvg }: ImageReaders): Promise<OpenedImage> => {
  const found: Found[] = [];
  const resolverAt =
    (depth: number): ImageResolver =>
    ({ href, attributes }) => {
      const inner = bytesOfDataUri(href);
      const kind = inner && getImageKind(inner);
      if (!inner || kind === undefined || found.length >= mostInside) return undefined;
      if (kind === 'svg') return depth < deepest ? { document: readSvg(inner, resolverAt(depth + 1)) } : undefined;
      found.push({ bytes: inner, attributes });
      return pending;
    };
  const document = readSvg(bytes, resolverAt(0));
  const { width, height, hasProportions } = vectorSize(document.attributes);
  if (width !== undefined) Object.assign(document.attributes, { width: String(width), height: String(height) });
  const inside = await openAll(found, readHead);
  return { kind: 'svg', document, isSizeless: width === undefined, isShapeless: !hasProportions, inside };
};

/** Opens the bitmaps of a vector image; one that cannot be opened leaves its place empty. */
const openAll = async (found: readonly Found[], readHead: ImageReaders['readHead']): Promise<ImageInside[]> => {
  const opened: ImageInside[] = [];
  for (const { bytes, attributes } of found) {
    try {
      opened.push({ bitmap: { bytes, ...(await readHead(bytes)) }, attributes });
    } catch (error) {
      if (!(error instanceof UnreadableImage)) throw error;
      delete attributes.href;
    }
  }
  return opened;
};
