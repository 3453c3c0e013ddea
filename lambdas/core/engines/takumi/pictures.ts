import { LRUCache } from 'lru-cache';
import type Sharp from 'sharp';
import { sha256Hex } from '../../hash.ts';
import type { Size } from '../../picture/boxes.ts';
import { bitmapOptions } from '../../picture/images/bitmap-heads.ts';
import { brokenBitmaps } from '../../picture/images/broken-bitmaps.ts';
import { decoded, type ImageFailure, imageFailure, UnreadableImage } from '../../picture/images/image-failure.ts';
import type { Bitmap, OpenedImage, OpenedImages } from '../../picture/images/open-images.ts';
import { vectorSize } from '../../picture/images/vector-size.ts';
import { type ImageResolver, type SafeDocument, safeSvg } from '../../picture/svg/safe-svg.ts';
import { writeXml, type XmlElement, XmlError } from '../../picture/svg/xml.ts';
import type { PreparedElement } from '../../picture/tree/prepared-tree.ts';
import type { PictureSizes } from './corrections.ts';
import { onePixel, type TakumiNode, type TakumiPicture, type TakumiRenderer } from './takumi-call.ts';
import { svgDocument } from './tree/svg-text.ts';
import { pictureKey } from './tree/takumi-style.ts';
import { ownFit, type VectorFit, type VectorFits } from './tree/vector-fit.ts';

/** Bitmaps kept as takumi reads them, in bytes. */
const largestKept = 24 << 20;
/** Longest side of a bitmap inside a vector picture, which does not say how large it is drawn. */
const longestInside = 1_600;

/** Longest side of any other: no picture shows more. */
const longestSide = 16_000;

interface Kept {
  /** What stands for it in the tree. */
  readonly address: string;
  readonly bytes: Buffer;
  readonly size: Partial<Size>;
  /** What an `<image>` of an `<svg>` shows of it. */
  readonly inside: string | SafeDocument;
  readonly vector?: VectorFits;
}

/** The pictures of one tree, by the keys its nodes name. */
export interface TreePictures extends PictureSizes {
  /** What stands in a tree for a picture; '' where it cannot be had. */
  readonly addressFor: (source: string) => string;
  /** Whether an address stands for one of them. */
  readonly isOwn: (address: string) => boolean;
  /** Keeps an `<svg>` of the tree. @returns its key; undefined where nothing of it may be drawn, or can be. */
  readonly keepSvg: (svg: PreparedElement) => string | undefined;
  /** Keeps a document that is safe already. @returns its key */
  readonly keepDocument: (svg: string) => string;
  /** Without those that are known to be unreadable. */
  readonly all: () => TakumiPicture[];
  /** Tries each by itself, after takumi has refused the tree for one of them. */
  readonly tryEach: (renderer: TakumiRenderer) => Promise<void>;
  readonly failed: () => readonly ImageFailure[];
}

/** How takumi 2.16 begins to say that it cannot read a picture: it does not say which. */
const complaint = /while (?:parsing an SVG image|decoding the image data)/;

/** Whether takumi refused a tree for one of its pictures. */
export const isUnreadablePicture = (error: unknown): boolean => error instanceof Error && complaint.test(error.message);

/** How one without a size and proportions lies in a box. */
const asDrawn: VectorFit = { fit: 'none', position: '0 0' };

const nothing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>');
const mostRemembered = 2_000;

/**
 * Makes the function that turns the opened pictures of a tree into what takumi 2.16 reads: it knows neither GIF nor AVIF, stumbles over
 * some chunks of PNG and over files a browser shows, and turns no photograph upright.
 */
export const pictureMaker = (sharp: typeof Sharp) => {
  const kept = new LRUCache<string, Buffer>({ maxSize: largestKept, sizeCalculation: ({ length }) => length + 1 });
  const broken = brokenBitmaps();
  /** Keys of pictures takumi has tried by themselves, and whether it can read them. */
  const tried = new LRUCache<string, boolean>({ max: mostRemembered });

  const read = async (bitmap: Bitmap, longest: number): Promise<Buffer> => {
    const name = `${bitmap.hash}-${longest}`;
    const known = kept.get(name);
    if (known) return known;
    const image = sharp(bitmap.bytes, bitmapOptions).autoOrient().toColourspace('srgb');
    const sized = image.resize(longest, longest, { fit: 'inside', withoutEnlargement: true });
    const encoded = bitmap.isPhoto
      ? sized.jpeg({ quality: 95, chromaSubsampling: '4:4:4', optimiseCoding: false })
      : sized.png({ compressionLevel: 1 });
    const bytes = await decoded(() => encoded.toBuffer());
    kept.set(name, bytes);
    return bytes;
  };

  /** Undefined where the pixels are broken. */
  const readIfWhole = async (bitmap: Bitmap, longest: number): Promise<Buffer | undefined> => {
    try {
      return await read(bitmap, longest);
    } catch (error) {
      if (!(error instanceof UnreadableImage)) throw error;
      broken.note(bitmap, error.message);
      return undefined;
    }
  };

  const dataUri = (bitmap: Bitmap, bytes: Buffer) =>
    `data:image/${bitmap.isPhoto ? 'jpeg' : 'png'};base64,${bytes.toString('base64')}`;

  /** A vector picture as text, its bitmaps inside it. */
  const writeVector = async ({ document, inside, isShapeless }: Extract<OpenedImage, { kind: 'svg' }>) => {
    for (const { bitmap, attributes } of inside) {
      const bytes = await readIfWhole(bitmap, longestInside);
      if (bytes) attributes.href = dataUri(bitmap, bytes);
      else delete attributes.href;
    }
    // what a browser takes for a picture that names no size
    if (isShapeless) Object.assign(document.attributes, { width: '300', height: '150' });
    return writeXml(document);
  };

  /** What takumi is given of one image; undefined where its pixels are broken. */
  const keptOf = async (image: OpenedImage): Promise<Kept | undefined> => {
    if (image.kind === 'svg') {
      const bytes = Buffer.from(await writeVector(image));
      const { document } = image;
      const fit = ownFit(document.attributes);
      return {
        address: pictureKey(sha256Hex(bytes)),
        bytes,
        size: vectorSize(document.attributes),
        inside: { document },
        vector: { own: image.isSizeless ? fit : undefined, filling: image.isShapeless ? asDrawn : fit },
      };
    }
    const bytes = await readIfWhole(image, longestSide);
    return bytes && { address: pictureKey(image.hash), bytes, size: image, inside: dataUri(image, bytes) };
  };

  return async (images: OpenedImages): Promise<TreePictures> => {
    const pictures = new Map<string, Uint8Array>();
    const bySource = new Map<string, Kept>();
    for (const [source, image] of images.bySource) {
      const kept = await keptOf(image);
      if (!kept) continue;
      bySource.set(source, kept);
      pictures.set(kept.address, kept.bytes);
    }
    const byAddress = new Map([...bySource.values()].map((kept) => [kept.address, kept]));
    const resolve: ImageResolver = ({ href }) => byAddress.get(href)?.inside;
    const keepDocument = (svg: string) => {
      const key = pictureKey(sha256Hex(svg));
      pictures.set(key, Buffer.from(svg));
      return key;
    };
    return {
      addressFor: (source) => bySource.get(source)?.address ?? '',
      naturalOf: (address) => {
        const { width, height } = byAddress.get(address)?.size ?? {};
        return width === undefined || height === undefined ? undefined : { width, height };
      },
      isOwn: (address) => byAddress.has(address),
      vectorAt: (address) => byAddress.get(address)?.vector,
      keepDocument,
      keepSvg: (svg) => {
        try {
          const key = keepDocument(writeXml(safeSvg(writeXml(svgDocument(svg)), resolve)));
          return tried.get(key) === false ? undefined : key;
        } catch (error) {
          if (!(error instanceof XmlError)) throw error;
          return undefined;
        }
      },
      all: () => [...pictures].map(([src, data]) => ({ src, data: tried.get(src) === false ? nothing : data })),
      tryEach: async (renderer) => {
        for (const [src, data] of pictures) {
          const isRead = tried.get(src) ?? (await canRead(renderer, { src, data }));
          tried.set(src, isRead);
        }
      },
      failed: () => [
        ...images.failed,
        ...broken.among(images.bySource),
        ...[...bySource].flatMap(([source, { address }]) =>
          tried.get(address) === false ? [imageFailure(source, 'its drawing cannot be read')] : [],
        ),
      ],
    };
  };
};

const canRead = (renderer: TakumiRenderer, picture: TakumiPicture): Promise<boolean> => {
  const node: TakumiNode = { type: 'image', src: picture.src, style: { width: 1, height: 1 } };
  return renderer.measure(node, { ...onePixel, images: [picture] }).then(
    () => true,
    (error: unknown) => !isUnreadablePicture(error),
  );
};

/** A vector picture, reduced to what may be drawn. @throws XmlError when it is no SVG. */
export const readSvg = (bytes: Uint8Array, resolve: ImageResolver): XmlElement =>
  safeSvg(
    Buffer.from(bytes)
      .toString('utf8')
      .replace(/^\ufeff/, ''),
    resolve,
  );
