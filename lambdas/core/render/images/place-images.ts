import { cullUnseen } from '../svg/cull.ts';
import { type ImageResolver, type SafeDocument, type SvgImage, safeSvg } from '../svg/safe-svg.ts';
import { bytesOfDataUri } from './data-uri.ts';
import { addressesIn, addressOf, type Bitmap, type DrawnBitmaps } from './drawn-bitmaps.ts';
import type { PreparedImage } from './prepare-images.ts';

interface Placement {
  readonly bitmap: Bitmap;
  /** Device pixels it is drawn at. */
  readonly width: number;
  readonly height: number;
}

/** Documents nested deeper than this are left out. */
const deepest = 4;

/**
 * Puts real pictures into the places of their stand-ins, each at the size it is drawn at.
 *
 * `resolve` is handed to the allow-list and leaves an address where a bitmap stands; `finish` draws those inside documents
 * that are shown as pictures, which cannot be filled later; `fill` those that the text of a document, or a part of it, names.
 */
export const imagePlacer = (
  images: Iterable<PreparedImage>,
  emoji: ReadonlyMap<string, SafeDocument>,
  draw: DrawnBitmaps,
) => {
  const byStandIn = new Map([...images].map((image) => [image.standIn, image]));
  const placements = new Map<string, Placement>();
  const nested: Record<string, string>[] = [];

  const resolverAt =
    (depth: number): ImageResolver =>
    (image) => {
      const prepared = byStandIn.get(image.href);
      if (prepared?.kind === 'svg') return { document: prepared.document };
      if (prepared?.kind === 'bitmap') {
        const { width, height } = drawnSize(prepared, image);
        const address = addressOf(prepared, width, height);
        placements.set(address, { bitmap: prepared, width, height });
        if (depth > 0) nested.push(image.attributes);
        return address;
      }
      return emoji.get(image.href) ?? inlineDocument(image, depth);
    };

  const inlineDocument = (image: SvgImage, depth: number): SafeDocument | undefined => {
    if (depth >= deepest || !image.href.startsWith('data:image/svg+xml')) return undefined;
    const bytes = bytesOfDataUri(image.href);
    if (!bytes) return undefined;
    const document = safeSvg(Buffer.from(bytes).toString('utf8'), resolverAt(depth + 1), image.scale);
    cullUnseen(document);
    return { document };
  };

  const pictureAt = async (address: string): Promise<string> => {
    const placement = placements.get(address);
    return placement ? draw(address, placement.bitmap, placement.width, placement.height) : address;
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

/** Device pixels a bitmap covers; never more than it has. */
const drawnSize = (bitmap: Bitmap, { attributes, scale }: SvgImage): { width: number; height: number } => {
  const box = {
    width: Number.parseFloat(attributes.width ?? ''),
    height: Number.parseFloat(attributes.height ?? ''),
  };
  const across = (box.width * scale) / bitmap.width;
  const down = (box.height * scale) / bitmap.height;
  if (!(across > 0 && down > 0)) return bitmap;
  const isStretched = attributes.preserveAspectRatio === 'none';
  const larger = Math.max(across, down);
  return {
    width: Math.max(1, Math.ceil(bitmap.width * Math.min(1, isStretched ? across : larger))),
    height: Math.max(1, Math.ceil(bitmap.height * Math.min(1, isStretched ? down : larger))),
  };
};
