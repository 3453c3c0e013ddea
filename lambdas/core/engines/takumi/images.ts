import { LRUCache } from 'lru-cache';
import type Sharp from 'sharp';
import { sha256Hex } from '../../hash.ts';
import type { Size } from '../../rendering/boxes.ts';
import { brokenBitmaps } from '../../rendering/images/broken-bitmaps.ts';
import { type ImageFailure, imageFailure, UnreadableImage } from '../../rendering/images/image-failure.ts';
import type { Bitmap, OpenedImage, OpenedImages } from '../../rendering/images/open-images.ts';
import { longestInsideVector, recodeBitmap, recodedUri } from '../../rendering/images/recode-bitmap.ts';
import { vectorSize } from '../../rendering/images/vector-size.ts';
import { type ImageResolver, type SafeDocument, safeSvg } from '../../rendering/svg/safe-svg.ts';
import { writeXml, XmlError } from '../../rendering/svg/xml.ts';
import type { PreparedElement } from '../../rendering/tree/prepared-tree.ts';
import { onePixel, type TakumiImage, type TakumiNode, type TakumiRenderer } from './takumi-call.ts';
import { svgDocument } from './tree/svg-text.ts';
import { imageKey } from './tree/takumi-style.ts';
import { ownFit, type VectorFit, type VectorFits } from './tree/vector-fit.ts';
import type { ImageSizes } from './workarounds.ts';

/** Bitmaps kept as takumi reads them, in bytes. */
const largestCached = 24 << 20;
/** Longest side of any other: no image shows more. */
const longestSide = 16_000;

interface Cached {
  /** What stands for it in the tree. */
  readonly address: string;
  readonly bytes: Buffer;
  readonly size: Partial<Size>;
  /** What an `<image>` of an `<svg>` shows of it. */
  readonly inside: string | SafeDocument;
  readonly vector?: VectorFits;
}

/** The images of one tree, by the keys its nodes name. */
export interface TreeImages extends ImageSizes {
  /** What stands in a tree for an image; '' where it cannot be had. */
  readonly addressFor: (source: string) => string;
  /** Whether an address stands for one of them. */
  readonly isOwn: (address: string) => boolean;
  /** Keeps an `<svg>` of the tree. @returns its key; undefined where nothing of it may be rendered, or can be. */
  readonly retainSvg: (svg: PreparedElement) => string | undefined;
  /** Keeps a document that is safe already. @returns its key */
  readonly storeDocument: (svg: string) => string;
  /** Without those that are known to be unreadable. */
  readonly all: () => TakumiImage[];
  /** Tries each by itself, after takumi has refused the tree for one of them. */
  readonly tryEach: (renderer: TakumiRenderer) => Promise<void>;
  readonly failed: () => readonly ImageFailure[];
}

/** How takumi 2.16 begins to say that it cannot read an image: it does not say which. */
const complaint = /while (?:parsing an SVG image|decoding the image data)/;

/** Whether takumi refused a tree for one of its images. */
export const isUnreadableImage = (error: unknown): boolean => error instanceof Error && complaint.test(error.message);

/** How one without a size and proportions lies in a box. */
const asRendered: VectorFit = { fit: 'none', position: '0 0' };

const nothing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>');
const mostCached = 2_000;

/**
 * Makes the function that turns the opened images of a tree into what takumi 2.16 reads: it knows neither GIF nor AVIF, stumbles over
 * some chunks of PNG and over files a browser shows, and turns no photograph upright.
 */
export const imageMaker = (sharp: typeof Sharp) => {
  const cached = new LRUCache<string, Buffer>({ maxSize: largestCached, sizeCalculation: ({ length }) => length + 1 });
  const broken = brokenBitmaps();
  /** Keys of images takumi has tried by themselves, and whether it can read them. */
  const tried = new LRUCache<string, boolean>({ max: mostCached });

  const read = async (bitmap: Bitmap, longest: number): Promise<Buffer> => {
    const name = `${bitmap.hash}-${longest}`;
    const known = cached.get(name);
    if (known) return known;
    const size = { width: longest, height: longest, fit: 'inside', withoutEnlargement: true } as const;
    const bytes = await recodeBitmap(sharp, bitmap, size);
    cached.set(name, bytes);
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

  /** A vector image as text, its bitmaps inside it. */
  const writeVector = async ({ document, inside, isShapeless }: Extract<OpenedImage, { kind: 'svg' }>) => {
    for (const { bitmap, attributes } of inside) {
      const bytes = await readIfWhole(bitmap, longestInsideVector);
      if (bytes) attributes.href = recodedUri(bitmap, bytes);
      else delete attributes.href;
    }
    // what a browser takes for an image that names no size
    if (isShapeless) Object.assign(document.attributes, { width: '300', height: '150' });
    return writeXml(document);
  };

  /** What takumi is given of one image; undefined where its pixels are broken. */
  const getCached = async (image: OpenedImage): Promise<Cached | undefined> => {
    if (image.kind === 'svg') {
      const bytes = Buffer.from(await writeVector(image));
      const { document } = image;
      const fit = ownFit(document.attributes);
      return {
        address: imageKey(sha256Hex(bytes)),
        bytes,
        size: vectorSize(document.attributes),
        inside: { document },
        vector: { own: image.isSizeless ? fit : undefined, filling: image.isShapeless ? asRendered : fit },
      };
    }
    const bytes = await readIfWhole(image, longestSide);
    return bytes && { address: imageKey(image.hash), bytes, size: image, inside: recodedUri(image, bytes) };
  };

  return async (images: OpenedImages): Promise<TreeImages> => {
    const renderings = new Map<string, Uint8Array>();
    const bySource = new Map<string, Cached>();
    for (const [source, image] of images.bySource) {
      const cached = await getCached(image);
      if (!cached) continue;
      bySource.set(source, cached);
      renderings.set(cached.address, cached.bytes);
    }
    const byAddress = new Map([...bySource.values()].map((cached) => [cached.address, cached]));
    const resolve: ImageResolver = ({ href }) => byAddress.get(href)?.inside;
    const storeDocument = (svg: string) => {
      const key = imageKey(sha256Hex(svg));
      renderings.set(key, Buffer.from(svg));
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
      storeDocument,
      retainSvg: (svg) => {
        try {
          const key = storeDocument(writeXml(safeSvg(writeXml(svgDocument(svg)), resolve)));
          return tried.get(key) === false ? undefined : key;
        } catch (error) {
          if (!(error instanceof XmlError)) throw error;
          return undefined;
        }
      },
      all: () => [...renderings].map(([src, data]) => ({ src, data: tried.get(src) === false ? nothing : data })),
      tryEach: async (renderer) => {
        for (const [src, data] of renderings) {
          const isRead = tried.get(src) ?? (await canRead(renderer, { src, data }));
          tried.set(src, isRead);
        }
      },
      failed: () => [
        ...images.failed,
        ...broken.among(images.bySource),
        ...[...bySource].flatMap(([source, { address }]) =>
          tried.get(address) === false ? [imageFailure(source, 'its rendering cannot be read')] : [],
        ),
      ],
    };
  };
};

const canRead = (renderer: TakumiRenderer, image: TakumiImage): Promise<boolean> => {
  const node: TakumiNode = { type: 'image', src: image.src, style: { width: 1, height: 1 } };
  return renderer.measure(node, { ...onePixel, images: [image] }).then(
    () => true,
    (error: unknown) => !isUnreadableImage(error),
  );
};
