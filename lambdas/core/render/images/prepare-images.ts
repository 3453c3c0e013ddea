import { isRemoteImage } from '../../vnode/remote-images.ts';
import { cullUnseen } from '../svg/cull.ts';
import { safeSvg } from '../svg/safe-svg.ts';
import type { XmlElement } from '../svg/xml.ts';
import type { BitmapHead, bitmapHeads } from './bitmap-heads.ts';
import { bytesOfDataUri } from './data-uri.ts';
import { imageKindOf } from './image-kind.ts';
import { bitmapStandIn, vectorStandIn } from './stand-in.ts';

/** A picture of a tree, ready to be laid out by its stand-in and then drawn at its size. */
export type PreparedImage =
  | { readonly standIn: string; readonly kind: 'svg'; readonly document: XmlElement }
  | ({ readonly standIn: string; readonly kind: 'bitmap'; readonly bytes: Uint8Array } & BitmapHead);

export interface PreparedImages {
  /** By the source as it stands in the tree. */
  readonly bySource: ReadonlyMap<string, PreparedImage>;
  readonly failed: readonly { readonly url: string; readonly reason: string }[];
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
  const failed: { url: string; reason: string }[] = [];
  let number = 0;
  for (const source of sources) {
    number += 1;
    try {
      bySource.set(source, await prepareImage(bytesOf(source, given), number, readHead));
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unreadable';
      failed.push({ url: source.slice(0, 200), reason: reason.slice(0, 200) });
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
  if (kind === 'svg') return prepareSvg(bytes, number);
  if (kind === undefined) throw new Error('The bytes are no PNG, JPEG, WebP, AVIF, GIF or SVG.');
  const head = await readHead(bytes);
  return { kind, bytes, ...head, standIn: bitmapStandIn(head, number) };
};

/** A vector picture, reduced to what may be drawn. Pictures inside it that are no bitmaps of its own are left out. */
const prepareSvg = (bytes: Uint8Array, number: number): PreparedImage => {
  const document = safeSvg(
    Buffer.from(bytes)
      .toString('utf8')
      .replace(/^\ufeff/, ''),
    () => undefined,
  );
  cullUnseen(document);
  const { attributes } = document;
  if (attributes.viewBox === undefined && !(attributes.width && attributes.height)) {
    // What a browser takes for a picture that names no size.
    attributes.viewBox = '0 0 300 150';
  }
  return { kind: 'svg', document, standIn: vectorStandIn(attributes, number) };
};
