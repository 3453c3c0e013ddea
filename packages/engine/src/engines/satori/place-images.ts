import type { Size } from '../../rendering/boxes.ts';
import {
  type Bitmap,
  type BitmapRecoder,
  insideVector,
  type RecodedSize,
  toRecodedUri,
} from '../../rendering/images/bitmaps.ts';
import { decodeDataUri } from '../../rendering/images/data-uri.ts';
import { type ImageFailure, imageFailure, UnreadableImage } from '../../rendering/images/image-failure.ts';
import type { OpenedImage, OpenedImages } from '../../rendering/images/open-images.ts';
import { type ReadSvg, readSafeSvg } from '../../rendering/svg/computed/read-svg.ts';
import type { SheetWork } from '../../rendering/svg/computed/resolve-svg.ts';
import type { ImageResolver, SafeDocument, SvgImage } from '../../rendering/svg/safe-svg.ts';
import { readVectorSize } from '../../rendering/svg/vector-size.ts';
import { getXmlElements, type XmlElement } from '../../rendering/svg/xml.ts';
import { removeInvisible } from './remove-invisible.ts';

/** Placeholder for a bitmap until it is decoded. resvg renders nothing for it. */
const pending = 'data:image/png;pending,';

/** Parses an SVG image and removes everything that is not allowed. @throws XmlError if it is not an SVG. */
export const readSvg = (bytes: Uint8Array, resolve: ImageResolver, scale?: number, work?: SheetWork): ReadSvg => {
  const read = readSafeSvg(bytes, resolve, scale, work);
  removeInvisible(read.document);
  return read;
};

/** A bitmap in an SVG document whose address is filled in later. */
interface OpenPlace {
  readonly attributes: Record<string, string>;
  readonly bitmap: Bitmap;
  readonly size: RecodedSize;
}

/**
 * Returns the placeholders of a tree's images, and how to replace them after layout: `resolveWith` for `sanitiseSvg`,
 * and `finish`, which fills in the bitmaps and returns all failures. Bitmaps are decoded at their rendered size and
 * re-encoded, so that resvg decodes no untrusted bytes.
 */
export const placeImages = ({ bySource, failed }: OpenedImages, recode: BitmapRecoder) => {
  const placeholders = new Map<string, string>();
  const byPlaceholder = new Map<string, OpenedImage>();
  for (const [source, image] of bySource) {
    const placeholder = getPlaceholder(image, byPlaceholder.size);
    placeholders.set(source, placeholder);
    byPlaceholder.set(placeholder, image);
  }
  const open: OpenPlace[] = [];
  let opened = 0;

  /**
   * Inlines an emoji, because resvg allocates pixels of the whole image for each embedded document, and a document that
   * contains bitmaps, because it renders none of an embedded one. Ids are prefixed.
   */
  const asDocument = (document: XmlElement, isEmoji = false): SafeDocument => {
    const all = [...getXmlElements(document)];
    const hasBitmap = all.some(({ name, attributes }) => name === 'image' && attributes.href !== undefined);
    if (!(isEmoji || hasBitmap)) return { document };
    opened += 1;
    for (const { attributes } of all) prefixIds(attributes, `p${opened}-`);
    const { width = '300', height = '150' } = document.attributes;
    document.attributes.viewBox ??= `0 0 ${width} ${height}`;
    return { document, isPlain: true };
  };

  const resolverWith =
    (getSize: (bitmap: Bitmap, image: SvgImage) => RecodedSize, emoji?: ReadonlySet<string>): ImageResolver =>
    (image) => {
      const known = byPlaceholder.get(image.href);
      // An image can occur several times, so each copy needs unique ids.
      if (known?.kind === 'svg') return asDocument(structuredClone(known.document));
      if (known?.kind === 'bitmap') {
        open.push({ attributes: image.attributes, bitmap: known, size: getSize(known, image) });
        return pending;
      }
      // An `<svg>` of the tree, or an emoji.
      const bytes = image.href.startsWith('data:image/svg+xml') ? decodeDataUri(image.href) : undefined;
      return (
        bytes &&
        asDocument(
          readSvg(
            bytes,
            resolverWith(() => insideVector),
            image.scale,
          ).document,
          emoji?.has(image.href),
        )
      );
    };

  const finish = async (): Promise<readonly ImageFailure[]> => {
    const broken = new Map<string, UnreadableImage>();
    for (const { attributes, bitmap, size } of open) {
      try {
        attributes.href = toRecodedUri(bitmap, await recode(bitmap, size));
      } catch (error) {
        if (!(error instanceof UnreadableImage)) throw error;
        broken.set(bitmap.hash, error);
        delete attributes.href;
      }
    }
    const failures = [...bySource].flatMap(([source, image]) => {
      const error = image.kind === 'bitmap' ? broken.get(image.hash) : undefined;
      return error ? [imageFailure(source, error.message)] : [];
    });
    return [...failed, ...failures];
  };

  return {
    /** Returns the placeholder of an image; '' if the image is unavailable. */
    addressFor: (source: string) => placeholders.get(source) ?? '',
    isOwn: (address: string) => byPlaceholder.has(address),
    /** Returns how images of a layout are resolved. @param emoji addresses of its emoji */
    resolveWith: (emoji: ReadonlySet<string>) => resolverWith(renderedSize, emoji),
    finish,
  };
};

/** Returns the device pixels a bitmap covers, at most its own size. */
const renderedSize = (bitmap: Bitmap, { attributes, scale }: SvgImage): RecodedSize => {
  const across = (Number.parseFloat(attributes.width ?? '') * scale) / bitmap.width;
  const down = (Number.parseFloat(attributes.height ?? '') * scale) / bitmap.height;
  const share = Math.min(1, Math.max(across, down));
  const used = share > 0 ? share : 1;
  return { width: Math.ceil(bitmap.width * used), height: Math.ceil(bitmap.height * used), fit: 'fill' };
};

/**
 * Returns a `data:` URI that contains only the size of an image and a number. satori reads nothing else, so no
 * untrusted bytes reach it. After layout, the number identifies the image to insert.
 */
const getPlaceholder = (image: OpenedImage, number: number): string => {
  if (image.kind === 'bitmap') return bitmapPlaceholder(image, number);
  // The default size of browsers for an image without one.
  return vectorPlaceholder(image.isShapeless ? { width: '300', height: '150' } : image.document.attributes, number);
};

/** Returns a PNG that ends after its header. */
const bitmapPlaceholder = (size: Size, number: number): string => {
  const bytes = Buffer.alloc(37);
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(bytes);
  bytes.writeUInt32BE(size.width, 16);
  bytes.writeUInt32BE(size.height, 20);
  bytes.set([8, 6, 0, 0, 0], 24);
  bytes.writeUInt32BE(number, 33);
  return `data:image/png;base64,${bytes.toString('base64')}`;
};

/** Returns an SVG of the same size, or of the same view box if the original has no size. */
const vectorPlaceholder = (attributes: Readonly<Record<string, string>>, number: number): string => {
  const { width, height } = readVectorSize(attributes);
  const viewBox = /^[\d\s.,e+-]+$/i.test(attributes.viewBox ?? '') ? ` viewBox="${attributes.viewBox}"` : '';
  const head = width === undefined ? viewBox : ` width="${width}" height="${height}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg"${head}><desc>${number}</desc></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
};

/** Prefixes the ids in attributes and in their references, in place. */
const prefixIds = (attributes: Record<string, string>, prefix: string): void => {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === 'id') attributes.id = prefix + value;
    else if (name === 'href') attributes.href = value.replace(/^#/, `#${prefix}`);
    else attributes[name] = value.replaceAll(/url\(\s*(["']?)#/g, `url($1#${prefix}`);
  }
};
