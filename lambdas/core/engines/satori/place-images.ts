import { LRUCache } from 'lru-cache';
import type Sharp from 'sharp';
import { decodeDataUri } from '../../rendering/images/data-uri.ts';
import { UnreadableImage } from '../../rendering/images/image-failure.ts';
import type { Bitmap, OpenedImage } from '../../rendering/images/open-images.ts';
import { longestInsideVector, recodeBitmap, toRecodedUri } from '../../rendering/images/recode-bitmap.ts';
import { prefixIds } from '../../rendering/svg/references.ts';
import { type ImageResolver, readSafeSvg, type SafeDocument, type SvgImage } from '../../rendering/svg/safe-svg.ts';
import { copyXml, getElements, type XmlElement } from '../../rendering/svg/xml.ts';
import { removeInvisible } from './remove-invisible.ts';

/** Maximum total characters of cached `data:` URIs. */
const cachedCharacters = 24_000_000;
/** Maximum nesting depth of SVG documents. Deeper ones are left out. */
const maxDepth = 4;
/** Placeholder for a bitmap until it is decoded. resvg renders nothing for it. */
const pending = 'data:image/png;pending,';

interface Placement {
  readonly bitmap: Bitmap;
  /** Device pixels. */
  readonly width: number;
  readonly height: number;
}

/** Parses an SVG image and removes everything that is not allowed. @throws XmlError if it is not an SVG. */
export const readSvg = (bytes: Uint8Array, resolve: ImageResolver, scale?: number): XmlElement => {
  const document = readSafeSvg(bytes, resolve, scale);
  removeInvisible(document);
  return document;
};

/**
 * Returns a function that replaces placeholders with images. Bitmaps are decoded at their rendered size and re-encoded,
 * so that resvg decodes no untrusted bytes. They are cached by content and size.
 */
export const createImageInserter = (sharp: typeof Sharp) => {
  const cached = new LRUCache<string, string, Placement>({
    maxSize: cachedCharacters,
    sizeCalculation: ({ length }) => length,
    fetchMethod: async (_key, _stale, { context: { bitmap, width, height } }) =>
      toRecodedUri(bitmap, await recodeBitmap(sharp, bitmap, { width, height, fit: 'fill' })),
    // Return an entry to waiting callers even if it is evicted while it is created.
    ignoreFetchAbort: true,
  });

  /**
   * @param onFailure called with a bitmap whose header is readable but whose pixels are not; the bitmap is left out.
   * @returns `resolve` for `sanitiseSvg`, and `finish`, which fills in the bitmaps.
   */
  return (
    byPlaceholder: ReadonlyMap<string, OpenedImage>,
    onFailure: (bitmap: Bitmap, reason: string) => void,
  ): { readonly resolve: ImageResolver; readonly finish: () => Promise<void> } => {
    const open: { attributes: Record<string, string>; placement: Placement }[] = [];
    let opened = 0;

    /** Inlines a document that contains bitmaps, with prefixed ids: resvg renders no bitmap of an embedded document. */
    const asDocument = (document: XmlElement): SafeDocument => {
      const all = [...getElements(document)];
      const hasBitmap = all.some(({ name, embedded }) => name === 'image' && embedded === undefined);
      // Rules of a style sheet would also apply to the surrounding document.
      if (!hasBitmap || all.some(({ name }) => name === 'style')) return { document };
      opened += 1;
      for (const { attributes } of all) prefixIds(attributes, `p${opened}-`);
      const { width = '300', height = '150' } = document.attributes;
      document.attributes.viewBox ??= `0 0 ${width} ${height}`;
      return { document, isPlain: true };
    };

    const vectorDocument = ({ document, inside }: Extract<OpenedImage, { kind: 'svg' }>): SafeDocument => {
      if (inside.length === 0) return { document };
      // An image can occur several times, so each copy needs unique ids.
      const copies = new Map<Record<string, string>, Record<string, string>>();
      const copy = copyXml(document, copies);
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
          const size = depth === 0 ? renderedSize(known, image) : sizeInside(known);
          open.push({ attributes: image.attributes, placement: { bitmap: known, ...size } });
          return pending;
        }
        if (depth >= maxDepth || !image.href.startsWith('data:image/svg+xml')) return undefined;
        const bytes = decodeDataUri(image.href);
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

const sizeInside = ({ width, height }: Bitmap): { width: number; height: number } => {
  const scale = Math.min(1, longestInsideVector / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
};

/** Returns the device pixels a bitmap covers, at most its own size. */
const renderedSize = (bitmap: Bitmap, { attributes, scale }: SvgImage): { width: number; height: number } => {
  const across = (Number.parseFloat(attributes.width ?? '') * scale) / bitmap.width;
  const down = (Number.parseFloat(attributes.height ?? '') * scale) / bitmap.height;
  const share = Math.min(1, Math.max(across, down));
  if (!(share > 0)) return { width: bitmap.width, height: bitmap.height };
  return { width: Math.ceil(bitmap.width * share), height: Math.ceil(bitmap.height * share) };
};
