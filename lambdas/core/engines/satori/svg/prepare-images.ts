import { imageKindOf } from '../../../../contract/image-bytes.ts';
import type { BitmapHead, bitmapHeads } from '../../../picture/pictures/bitmap-heads.ts';
import { bytesOfDataUri } from '../../../picture/pictures/data-uri.ts';
import { type ImageFailure, imageFailure } from '../../../picture/pictures/image-failure.ts';
import { vectorSize } from '../../../picture/pictures/vector-size.ts';
import type { ImageResolver } from '../../../picture/svg/safe-svg.ts';
import type { XmlElement } from '../../../picture/svg/xml.ts';
import { isRemoteImage } from '../../../vnode/remote-images.ts';
import { bitmapStandIn, vectorStandIn } from '../tree/placeholder.ts';
import { readSvg } from './read-svg.ts';

/** A picture of a tree, ready to be laid out by its stand-in and then drawn at its size. */
export type PreparedImage =
  | {
      readonly standIn: string;
      readonly kind: 'svg';
      readonly document: XmlElement;
      /** It names no size. */
      readonly isSizeless: boolean;
      readonly inside: readonly PictureInside[];
    }
  | ({ readonly standIn: string; readonly kind: 'bitmap'; readonly bytes: Uint8Array } & BitmapHead);

/** A bitmap a vector picture carries in itself. */
export interface PictureInside {
  readonly bitmap: BitmapHead & { readonly bytes: Uint8Array };
  /** Of the `<image>` that shows it; its `href` is still open. */
  readonly attributes: Record<string, string>;
}

export interface PreparedImages {
  /** By the source as it stands in the tree. */
  readonly bySource: ReadonlyMap<string, PreparedImage>;
  readonly failed: readonly ImageFailure[];
}

/**
 * Opens every picture a tree names: its kind, its size, whether it can be drawn at all. Nothing is fetched here.
 *
 * @param given bytes of remote pictures by address.
 * @param readHead see `bitmapHeads`.
 */
export const prepareImages = async (
  sources: readonly string[],
  given: Readonly<Record<string, Uint8Array>>,
  readHead: ReturnType<typeof bitmapHeads>,
): Promise<PreparedImages> => {
  const bySource = new Map<string, PreparedImage>();
  const failed: ImageFailure[] = [];
  let number = 0;
  for (const source of sources) {
    number += 1;
    try {
      bySource.set(source, await prepareImage(bytesOf(source, given), number, readHead));
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unreadable';
      failed.push(imageFailure(source, reason));
    }
  }
  return { bySource, failed };
};

const bytesOf = (source: string, given: Readonly<Record<string, Uint8Array>>): Uint8Array => {
  const bytes = isRemoteImage(source)
    ? Object.hasOwn(given, source)
      ? given[source]
      : undefined
    : bytesOfDataUri(source);
  if (bytes) return bytes;
  throw new Error(
    isRemoteImage(source) ? 'The image could not be fetched.' : 'Only http, https and data: addresses are drawn.',
  );
};

const prepareImage = async (
  bytes: Uint8Array,
  number: number,
  readHead: ReturnType<typeof bitmapHeads>,
): Promise<PreparedImage> => {
  const kind = imageKindOf(bytes);
  if (kind === 'svg') return prepareSvg(bytes, number, readHead);
  if (kind === undefined) throw new Error('The bytes are no PNG, JPEG, WebP, AVIF, GIF or SVG.');
  const head = await readHead(bytes);
  return { kind: 'bitmap', bytes, ...head, standIn: bitmapStandIn(head, number) };
};

/** Bitmaps one vector picture may carry. */
const mostInside = 20;
/** Vector pictures inside each other. */
const deepest = 3;
/** Stands for a bitmap that was not opened yet. */
const pending = 'data:image/png;pending,';

/** A vector picture, reduced to what may be drawn, with the pictures it carries in itself. */
const prepareSvg = async (
  bytes: Uint8Array,
  number: number,
  readHead: ReturnType<typeof bitmapHeads>,
): Promise<PreparedImage> => {
  const found: { bytes: Uint8Array; attributes: Record<string, string> }[] = [];
  const resolverAt =
    (depth: number): ImageResolver =>
    ({ href, attributes }) => {
      const inner = bytesOfDataUri(href);
      const kind = inner && imageKindOf(inner);
      if (!inner || kind === undefined || found.length >= mostInside) return undefined;
      if (kind === 'svg') return depth < deepest ? { document: readSvg(inner, resolverAt(depth + 1)) } : undefined;
      found.push({ bytes: inner, attributes });
      return pending;
    };
  const document = readSvg(bytes, resolverAt(0));
  const { attributes } = document;
  const { width, height, hasProportions } = vectorSize(attributes);
  // what a browser takes for a picture that names no size
  const standIn = vectorStandIn(hasProportions ? attributes : { width: '300', height: '150' }, number);
  if (width !== undefined) Object.assign(attributes, { width: String(width), height: String(height) });
  return { kind: 'svg', document, isSizeless: width === undefined, inside: await openAll(found, readHead), standIn };
};

/** Opens the bitmaps of a vector picture; one that cannot be opened leaves its place empty. */
const openAll = async (
  found: readonly { bytes: Uint8Array; attributes: Record<string, string> }[],
  readHead: ReturnType<typeof bitmapHeads>,
): Promise<PictureInside[]> => {
  const opened: PictureInside[] = [];
  for (const { bytes, attributes } of found) {
    try {
      opened.push({ bitmap: { bytes, ...(await readHead(bytes)) }, attributes });
    } catch {
      delete attributes.href;
    }
  }
  return opened;
};
