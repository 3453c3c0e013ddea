import { sha256Hex } from '../../hash.ts';
import type { Size } from '../../rendering/boxes.ts';
import { type BitmapRecoder, toRecodedUri } from '../../rendering/images/bitmaps.ts';
import { imageFailure, UnreadableImage } from '../../rendering/images/image-failure.ts';
import type { OpenedImage, OpenedImages } from '../../rendering/images/open-images.ts';
import { toSvgDocument } from '../../rendering/svg/computed/svg-document.ts';
import { type ImageResolver, type SafeDocument, sanitiseSvg } from '../../rendering/svg/safe-svg.ts';
import { readVectorSize } from '../../rendering/svg/vector-size.ts';
import { writeXml, XmlError } from '../../rendering/svg/xml.ts';
import type { PreparedElement } from '../../rendering/tree/prepared-tree.ts';
import { createTrials } from './readable.ts';
import type { TakumiRenderer } from './takumi-call.ts';
import { ownFit, type VectorFit, type VectorFits } from './tree/vector-fit.ts';

/** Maximum length of a bitmap's side in pixels; no image is larger. */
const maxSide = 16_000;

interface ConvertedImage {
  /** The address of the image in the tree. */
  readonly address: string;
  readonly bytes: Buffer;
  readonly size: Partial<Size>;
  /** The content of an SVG `<image>` that shows it. */
  readonly inside: string | SafeDocument;
  readonly vector?: VectorFits;
}

/** Returns the address of an image in a prepared tree, under which takumi receives its bytes. */
const getImageKey = (hash: string): string => `image:${hash}`;

/** Fit of an image without a size and proportions. */
const asRendered: VectorFit = { fit: 'none', position: '0 0' };

const emptyImage = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>');

/**
 * Returns a function that converts the opened images of a tree to formats that takumi 2.16 reads. takumi does not
 * support GIF or AVIF, ignores EXIF orientation, and fails for some PNG chunks and damaged files that browsers display.
 */
export const createImageConverter = (recode: BitmapRecoder) => {
  const { isCause, isUnreadable, run } = createTrials(/while (?:parsing an SVG image|decoding the image data)/);

  /** Returns takumi's input for one image. @throws UnreadableImage if its pixels are damaged. */
  const convertImage = async (image: OpenedImage): Promise<ConvertedImage> => {
    if (image.kind === 'bitmap') {
      const bytes = await recode(image, { width: maxSide, height: maxSide, fit: 'inside' });
      return { address: getImageKey(image.hash), bytes, size: image, inside: toRecodedUri(image, bytes) };
    }
    const { document, isSizeless, isShapeless } = image;
    // The default size of browsers for an image without one.
    if (isShapeless) Object.assign(document.attributes, { width: '300', height: '150' });
    const bytes = Buffer.from(writeXml(document));
    const fit = ownFit(document.attributes);
    return {
      address: getImageKey(sha256Hex(bytes)),
      bytes,
      size: readVectorSize(document.attributes),
      inside: { document },
      vector: { own: isSizeless ? fit : undefined, filling: isShapeless ? asRendered : fit },
    };
  };

  /** Returns the images of a tree, by the keys that its nodes contain. */
  return async (images: OpenedImages) => {
    const renderings = new Map<string, Uint8Array>();
    const bySource = new Map<string, ConvertedImage>();
    const failed = [...images.failed];
    for (const [source, image] of images.bySource) {
      try {
        const converted = await convertImage(image);
        bySource.set(source, converted);
        renderings.set(converted.address, converted.bytes);
      } catch (error) {
        if (!(error instanceof UnreadableImage)) throw error;
        failed.push(imageFailure(source, error.message));
      }
    }
    const byAddress = new Map([...bySource.values()].map((image) => [image.address, image]));
    const resolve: ImageResolver = ({ href }) => byAddress.get(href)?.inside;
    const storeDocument = (svg: string) => {
      const key = getImageKey(sha256Hex(svg));
      renderings.set(key, Buffer.from(svg));
      return key;
    };
    return {
      /** Returns the address that replaces an image source in a tree; '' if the image is unavailable. */
      addressFor: (source: string) => bySource.get(source)?.address ?? '',
      isOwn: (address: string) => byAddress.has(address),
      /** Returns the natural size in CSS pixels of the image at an address; undefined if it has none. */
      naturalOf: (address: string): Size | undefined => {
        const { width, height } = byAddress.get(address)?.size ?? {};
        return width === undefined || height === undefined ? undefined : { width, height };
      },
      /** Returns how a vector image fits into a box; undefined for a bitmap. */
      vectorAt: (address: string) => byAddress.get(address)?.vector,
      /** Stores a document that is already safe. @returns its key. */
      storeDocument,
      /** Stores an `<svg>` of the tree. @returns its key; undefined if it is not allowed or cannot be rendered. */
      retainSvg: (svg: PreparedElement) => {
        try {
          const key = storeDocument(writeXml(sanitiseSvg(writeXml(toSvgDocument(svg)), resolve)));
          return isUnreadable(key) ? undefined : key;
        } catch (error) {
          if (!(error instanceof XmlError)) throw error;
          return undefined;
        }
      },
      /** Returns all images. Those known to be unreadable are replaced with an empty image. */
      all: () => [...renderings].map(([src, data]) => ({ src, data: isUnreadable(src) ? emptyImage : data })),
      isCause,
      /** Tests each image separately, after takumi has rejected the tree because of one of them. */
      tryEach: async (renderer: TakumiRenderer) => {
        for (const [src, data] of renderings)
          await run(src, renderer, { type: 'image', src, style: { width: 1, height: 1 } }, [{ src, data }]);
      },
      failed: () => [
        ...failed,
        ...[...bySource].flatMap(([source, { address }]) =>
          isUnreadable(address) ? [imageFailure(source, 'its rendering cannot be read')] : [],
        ),
      ],
    };
  };
};

export type TreeImages = Awaited<ReturnType<ReturnType<typeof createImageConverter>>>;
