import { bytesOfDataUri } from '../../../picture/images/data-uri.ts';
import { UnreadableImage } from '../../../picture/images/image-failure.ts';
import type { Bitmap, OpenedImage } from '../../../picture/images/open-images.ts';
import { vectorSize } from '../../../picture/images/vector-size.ts';
import type { ImageResolver, SafeDocument, SvgImage } from '../../../picture/svg/safe-svg.ts';
import { viewBoxOf } from '../../../picture/svg/view-box.ts';
import { elementsOf, type XmlElement } from '../../../picture/svg/xml.ts';
import { readFittedPlaceholder } from '../tree/placeholder.ts';
import { addressesIn, addressOf, type DrawnBitmaps, type PlacedBitmap } from './drawn-bitmaps.ts';
import { type Fit, fittedBox } from './fitted-box.ts';
import { hasStyleSheet, withOwnIds } from './own-ids.ts';
import { readSvg } from './read-svg.ts';

type Vector = Extract<OpenedImage, { kind: 'svg' }>;

/** Documents nested deeper than this are left out. */
const deepest = 4;

/**
 * Puts images into the places of their placeholders, each at the size it is drawn at.
 *
 * `resolve` goes to `safeSvg` and writes an address for each bitmap. `finish` puts in the bitmaps of embedded documents, which
 * become text at once. `fill` puts in those that the text of a document, or of a part of it, names.
 *
 * @param onFailure told of bitmaps whose head could be read and whose pixels cannot; they are left out.
 */
export const imagePlacer = (
  byPlaceholder: ReadonlyMap<string, OpenedImage>,
  emoji: ReadonlyMap<string, SafeDocument>,
  draw: DrawnBitmaps,
  onFailure: (bitmap: Bitmap, reason: string) => void,
) => {
  const placements = new Map<string, PlacedBitmap>();
  const nested: Record<string, string>[] = [];
  let opened = 0;

  const place = (placement: PlacedBitmap): string => {
    const address = addressOf(placement);
    placements.set(address, placement);
    return address;
  };

  for (const image of byPlaceholder.values()) {
    for (const { bitmap, attributes } of image.kind === 'svg' ? image.inside : []) {
      attributes.href = place({ bitmap, ...largestInside(bitmap) });
      nested.push(attributes);
    }
  }

  const resolverAt =
    (depth: number): ImageResolver =>
    (image) => {
      const fitted = readFittedPlaceholder(image.href);
      const prepared = byPlaceholder.get(fitted?.placeholder ?? image.href);
      if (prepared && fitted) moveInBox(prepared, fitted.fit, image);
      if (prepared?.kind === 'svg') return vectorDocument(prepared, image.attributes);
      if (prepared?.kind === 'bitmap') {
        if (depth > 0) nested.push(image.attributes);
        return place({ bitmap: prepared, ...drawnSize(prepared, image) });
      }
      return emoji.get(image.href) ?? inlineDocument(image, depth);
    };

  const vectorDocument = (vector: Vector, box: Record<string, string>): SafeDocument => {
    const { document: own, isSizeless } = vector;
    // what has no size, or a view box, is as large as its box, and keeps its proportions in there
    const isStretched = box.preserveAspectRatio === 'none';
    const hasViewBox = own.attributes.viewBox !== undefined;
    const isBoxed = (isSizeless && !hasViewBox) || (isStretched && (isSizeless || hasViewBox));
    const document = isBoxed ? inBox(own, box) : own;
    if (isBoxed) delete box.preserveAspectRatio;
    return vector.inside.length > 0 ? openDocument(document) : { document };
  };

  /** resvg draws no bitmap inside an embedded document, so a document with bitmaps is drawn in place. */
  const openDocument = (document: XmlElement): SafeDocument => {
    if (hasStyleSheet(document)) return { document };
    opened += 1;
    return { document: openly(document, `p${opened}-`), isPlain: true };
  };

  /** Moves an image to its place in the box; satori has clipped it to the box already. */
  const moveInBox = (prepared: OpenedImage, fit: Fit, { attributes }: SvgImage): void => {
    const [left, top] = [Number(attributes.x ?? 0), Number(attributes.y ?? 0)];
    const box = { width: Number(attributes.width), height: Number(attributes.height) };
    const { x, y, width, height } = fittedBox(fit, box, naturalOf(prepared, box));
    const place = { x: left + x, y: top + y, width, height };
    for (const [name, value] of Object.entries(place)) attributes[name] = String(value);
  };

  const inlineDocument = (image: SvgImage, depth: number): SafeDocument | undefined => {
    if (depth >= deepest || !image.href.startsWith('data:image/svg+xml')) return undefined;
    const bytes = bytesOfDataUri(image.href);
    if (!bytes) return undefined;
    const document = readSvg(bytes, resolverAt(depth + 1), image.scale);
    return hasPicture(document) ? openDocument(document) : { document };
  };

  /** A bitmap that cannot be drawn keeps its address, for which a rasteriser draws nothing. */
  const pictureAt = async (address: string): Promise<string> => {
    const placement = placements.get(address);
    if (!placement) return address;
    try {
      return await draw(address, placement);
    } catch (error) {
      if (!(error instanceof UnreadableImage)) throw error;
      onFailure(placement.bitmap, error.message);
      return address;
    }
  };

  const finish = async (): Promise<void> => {
    await Promise.all(
      nested.map(async (attributes) => {
        attributes.href = await pictureAt(attributes.href ?? '');
      }),
    );
  };

  const fill = async (svg: string): Promise<string> => {
    let filled = svg;
    for (const address of addressesIn(svg)) filled = filled.replaceAll(address, await pictureAt(address));
    return filled;
  };

  return { resolve: resolverAt(0), finish, fill };
};

/** Longest side of a bitmap inside a vector image: how large it is drawn is not known here. */
const longestInside = 1_600;
const largestInside = ({ width, height }: Bitmap): { width: number; height: number } => {
  const scale = Math.min(1, longestInside / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
};

/** A document without a size of its own, in a box of this size. */
const inBox = (document: XmlElement, { width = '300', height = '150' }: Record<string, string>): XmlElement => ({
  ...document,
  attributes: { viewBox: `0 0 ${width} ${height}`, ...document.attributes, width, height },
});

/** The size of an image, or its proportions. */
const naturalOf = (prepared: OpenedImage, box: { width: number; height: number }) => {
  if (prepared.kind === 'bitmap') return { width: prepared.width, height: prepared.height, hasSize: true };
  const { width, height } = vectorSize(prepared.document.attributes);
  if (width !== undefined && height !== undefined) return { width, height, hasSize: true };
  const view = viewBoxOf(prepared.document.attributes.viewBox);
  return view?.width && view.height
    ? { width: view.width, height: view.height, hasSize: false }
    : { ...box, hasSize: false };
};

/** A document with one view box, clipped to it. */
const windowOn = (viewBox: string, children: XmlElement['children']): XmlElement => {
  const { x, y, width, height } = viewBoxOf(viewBox) ?? { x: 0, y: 0, width: 0, height: 0 };
  const box = { x: `${x}`, y: `${y}`, width: `${width}`, height: `${height}` };
  const window = { ...box, viewBox, overflow: 'hidden' };
  return { name: 'svg', attributes: { viewBox }, children: [{ name: 'svg', attributes: window, children }] };
};

const hasPicture = (document: XmlElement): boolean =>
  elementsOf(document).some(({ name, embedded }) => name === 'image' && embedded === undefined);

/** A document that can be drawn in place, among others. */
const openly = (document: XmlElement, prefix: string): XmlElement => {
  const { viewBox, width = '300', height = '150', preserveAspectRatio, ...own } = document.attributes;
  const { attributes, children } = windowOn(viewBox ?? `0 0 ${width} ${height}`, withOwnIds(document, prefix).children);
  const ratio = preserveAspectRatio === undefined ? {} : { preserveAspectRatio };
  return { name: 'svg', attributes: { ...own, ...ratio, ...attributes }, children };
};

/** Device pixels a bitmap covers; never more than it has. */
const drawnSize = (bitmap: Bitmap, { attributes, scale }: SvgImage): { width: number; height: number } => {
  const box = {
    width: Number.parseFloat(attributes.width ?? ''),
    height: Number.parseFloat(attributes.height ?? ''),
  };
  const across = (box.width * scale) / bitmap.width;
  const down = (box.height * scale) / bitmap.height;
  if (!(across > 0 && down > 0)) return { width: bitmap.width, height: bitmap.height };
  const isStretched = attributes.preserveAspectRatio === 'none';
  const larger = Math.max(across, down);
  return {
    width: Math.max(1, Math.ceil(bitmap.width * Math.min(1, isStretched ? across : larger))),
    height: Math.max(1, Math.ceil(bitmap.height * Math.min(1, isStretched ? down : larger))),
  };
};
