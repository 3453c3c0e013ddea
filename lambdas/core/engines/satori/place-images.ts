import { LRUCache } from 'lru-cache';
import type Sharp from 'sharp';
import { bitmapOptions } from '../../picture/images/bitmap-heads.ts';
import { bytesOfDataUri } from '../../picture/images/data-uri.ts';
import { decoded, UnreadableImage } from '../../picture/images/image-failure.ts';
import type { Bitmap, OpenedImage } from '../../picture/images/open-images.ts';
import { prefixedReferences } from '../../picture/svg/references.ts';
import { type ImageResolver, type SafeDocument, type SvgImage, safeSvg } from '../../picture/svg/safe-svg.ts';
import { elementsOf, type XmlElement } from '../../picture/svg/xml.ts';
import { cullUnseen } from './cull.ts';

/** Characters of all cached `data:` URIs together. */
const cachedCharacters = 24_000_000;
/** Documents nested deeper than this are left out. */
const deepest = 4;
/** Longest side of a bitmap inside a vector image, in pixels: how large it is drawn is not known here. */
const longestInside = 1_600;
/** Stands for a bitmap until it is decoded; resvg draws nothing for it. */
const pending = 'data:image/png;pending,';

interface Placement {
  readonly bitmap: Bitmap;
  /** Device pixels. */
  readonly width: number;
  readonly height: number;
}

/** Reads an SVG image, reduced to what may be drawn. @throws XmlError when it is no SVG. */
export const readSvg = (bytes: Uint8Array, resolve: ImageResolver, scale?: number): XmlElement => {
  const text = Buffer.from(bytes).toString('utf8');
  const document = safeSvg(text.replace(/^\ufeff/, ''), resolve, scale);
  cullUnseen(document);
  return document;
};

/**
 * Returns the function that puts images into the places of their placeholders. Bitmaps are decoded at the size they are drawn
 * at and encoded anew, so that resvg decodes nothing anybody sent; they are cached by content and size.
 */
export const imagePlacer = (sharp: typeof Sharp) => {
  const cached = new LRUCache<string, string, Placement>({
    maxSize: cachedCharacters,
    sizeCalculation: ({ length }) => length,
    fetchMethod: (_key, _stale, { context }) => encode(context, sharp),
    // one that others push out while it is made is still handed to whoever waits for it
    ignoreFetchAbort: true,
  });

  /**
   * @param onFailure called with a bitmap whose head could be read and whose pixels cannot; it is left out.
   * @returns `resolve` for `safeSvg`; `finish` fills in the bitmaps.
   */
  return (
    byPlaceholder: ReadonlyMap<string, OpenedImage>,
    onFailure: (bitmap: Bitmap, reason: string) => void,
  ): { readonly resolve: ImageResolver; readonly finish: () => Promise<void> } => {
    const open: { attributes: Record<string, string>; placement: Placement }[] = [];
    let opened = 0;

    /** A document with bitmaps is drawn in place, under ids of its own: resvg draws no bitmap of an embedded document. */
    const asDocument = (document: XmlElement): SafeDocument => {
      const all = [...elementsOf(document)];
      const hasBitmap = all.some(({ name, embedded }) => name === 'image' && embedded === undefined);
      // rules of a style sheet would also apply to the document around it
      if (!hasBitmap || all.some(({ name }) => name === 'style')) return { document };
      opened += 1;
      for (const { attributes } of all) prefixIds(attributes, `p${opened}-`);
      const { width = '300', height = '150' } = document.attributes;
      document.attributes.viewBox ??= `0 0 ${width} ${height}`;
      return { document, isPlain: true };
    };

    const vectorDocument = ({ document, inside }: Extract<OpenedImage, { kind: 'svg' }>): SafeDocument => {
      if (inside.length === 0) return { document };
      // one image may stand in several places, each with ids of its own
      const copies = new Map<Record<string, string>, Record<string, string>>();
      const copy = copyOf(document, copies);
      for (const { bitmap, attributes } of inside)
        open.push({
          attributes: copies.get(attributes) ?? attributes,
          placement: { bitmap, ...sizeInside(bitmap) },
        });
      return asDocument(copy);
    };

    const resolverAt =
      (depth: number): ImageResolver =>
      (image) => {
        const known = byPlaceholder.get(image.href);
        if (known?.kind === 'svg') return vectorDocument(known);
        if (known?.kind === 'bitmap') {
          const size = depth === 0 ? drawnSize(known, image) : sizeInside(known);
          open.push({ attributes: image.attributes, placement: { bitmap: known, ...size } });
          return pending;
        }
        if (depth >= deepest || !image.href.startsWith('data:image/svg+xml')) return undefined;
        const bytes = bytesOfDataUri(image.href);
        return bytes && asDocument(readSvg(bytes, resolverAt(depth + 1), image.scale));
      };

    const finish = async (): Promise<void> => {
      for (const { attributes, placement } of open) {
        const { bitmap, width, height } = placement;
        try {
          attributes.href = await cached.forceFetch(`${bitmap.hash}-${width}-${height}`, { context: placement });
        } catch (error) {
          if (!(error instanceof UnreadableImage)) throw error;
          onFailure(bitmap, error.message);
          delete attributes.href;
        }
      }
    };
    return { resolve: resolverAt(0), finish };
  };
};

const copyOf = (element: XmlElement, copies: Map<Record<string, string>, Record<string, string>>): XmlElement => {
  const attributes = { ...element.attributes };
  copies.set(element.attributes, attributes);
  const children = element.children.map((child) => (typeof child === 'string' ? child : copyOf(child, copies)));
  return { ...element, attributes, children };
};

const prefixIds = (attributes: Record<string, string>, prefix: string): void => {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === 'id') attributes.id = prefix + value;
    else if (name === 'href') attributes.href = value.startsWith('#') ? `#${prefix}${value.slice(1)}` : value;
    else attributes[name] = prefixedReferences(value, prefix);
  }
};

const sizeInside = ({ width, height }: Bitmap): { width: number; height: number } => {
  const scale = Math.min(1, longestInside / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
};

/** Device pixels a bitmap covers; never more than it has. */
const drawnSize = (bitmap: Bitmap, { attributes, scale }: SvgImage): { width: number; height: number } => {
  const across = (Number.parseFloat(attributes.width ?? '') * scale) / bitmap.width;
  const down = (Number.parseFloat(attributes.height ?? '') * scale) / bitmap.height;
  const share = Math.min(1, Math.max(across, down));
  if (!(share > 0)) return { width: bitmap.width, height: bitmap.height };
  return { width: Math.ceil(bitmap.width * share), height: Math.ceil(bitmap.height * share) };
};

/** Upright, in sRGB, at its size: a photograph as a JPEG whose losses nobody sees, anything else without loss. */
const encode = async ({ bitmap, width, height }: Placement, sharp: typeof Sharp): Promise<string> => {
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
