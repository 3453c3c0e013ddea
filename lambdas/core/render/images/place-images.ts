import type Sharp from 'sharp';
import { cullUnseen } from '../svg/cull.ts';
import { type ImageResolver, type SafeDocument, type SvgImage, safeSvg } from '../svg/safe-svg.ts';
import { bytesOfDataUri } from './data-uri.ts';
import { bitmapOptions, type PreparedImage } from './prepare-images.ts';

type Bitmap = Extract<PreparedImage, { kind: 'bitmap' }>;

interface Placement {
  readonly bitmap: Bitmap;
  /** Device pixels it is drawn at. */
  readonly width: number;
  readonly height: number;
  readonly attributes: Record<string, string>;
}

/** Documents nested deeper than this are left out. */
const deepest = 4;

/**
 * Puts real pictures into the places of their stand-ins, each at the size it is drawn at.
 *
 * `resolve` is handed to the allow-list; `finish` draws the bitmaps it met, once the whole document has been read.
 */
export const imagePlacer = (
  images: Iterable<PreparedImage>,
  emoji: ReadonlyMap<string, SafeDocument>,
  sharp: typeof Sharp,
) => {
  const byStandIn = new Map([...images].map((image) => [image.standIn, image]));
  const placements: Placement[] = [];

  const resolverAt =
    (depth: number): ImageResolver =>
    (image) => {
      const prepared = byStandIn.get(image.href);
      if (prepared?.kind === 'svg') return { document: prepared.document };
      if (prepared?.kind === 'bitmap') {
        placements.push({ bitmap: prepared, ...drawnSize(prepared, image), attributes: image.attributes });
        return 'data:image/png;base64,';
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

  const finish = async () => {
    const drawn = new Map<string, Promise<string>>();
    await Promise.all(
      placements.map(async ({ bitmap, width, height, attributes }) => {
        const key = `${bitmap.standIn} ${width} ${height}`;
        const uri = drawn.get(key) ?? drawBitmap(bitmap, width, height, sharp);
        drawn.set(key, uri);
        attributes.href = await uri;
      }),
    );
  };

  return { resolve: resolverAt(0), finish };
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

/** Upright, in sRGB, at its size: a photograph as JPEG so fine that nobody sees it, anything else without loss. */
const drawBitmap = async (bitmap: Bitmap, width: number, height: number, sharp: typeof Sharp): Promise<string> => {
  const image = sharp(bitmap.bytes, bitmapOptions)
    .autoOrient()
    .resize(width, height, { fit: 'fill' })
    .toColourspace('srgb');
  const bytes = await (bitmap.isPhoto
    ? image.jpeg({ quality: 95, chromaSubsampling: '4:4:4', optimiseCoding: false })
    : image.png({ compressionLevel: 1 })
  ).toBuffer();
  return `data:image/${bitmap.isPhoto ? 'jpeg' : 'png'};base64,${bytes.toString('base64')}`;
};
