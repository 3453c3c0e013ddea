import type Sharp from 'sharp';
import { getImageKind } from '../../image-bytes.ts';
import { createBitmapRecoder, insideVector } from '../../rendering/images/bitmaps.ts';
import { UnreadableImage } from '../../rendering/images/image-failure.ts';
import { type OpenedImage, openImages } from '../../rendering/images/open-images.ts';
import { readSafeSvg } from '../../rendering/svg/computed/read-svg.ts';
import { getViewBox } from '../../rendering/svg/vector-size.ts';
import { writeXml } from '../../rendering/svg/xml.ts';
import type { OpenedPicture } from './messages.ts';

/** Address under which the picture is opened, as an image of a tree. */
const source = 'https://picture.invalid/';

/** Size of an SVG that names none, as browsers show it alone. */
const sizeless = { width: 300, height: 150 };

const getSize = (image: OpenedImage): { readonly width: number; readonly height: number } => {
  if (image.kind === 'bitmap') return image;
  const { width, height, viewBox } = image.document.attributes;
  if (!image.isSizeless) return { width: Number(width), height: Number(height) };
  const box = getViewBox(viewBox);
  return box && box.width > 0 && box.height > 0 ? box : sizeless;
};

const toWhole = (length: number): number => Math.max(1, Math.round(length));

/**
 * Opens an untrusted picture as the images of a tree are opened, and decodes all of it. What is wrong with it is
 * returned, with a message for the caller.
 *
 * @throws every error that the picture did not cause
 */
export const testPicture = async (sharp: typeof Sharp, file: Uint8Array): Promise<OpenedPicture> => {
  const recode = createBitmapRecoder();
  const opened = await openImages([source], { [source]: file }, { sharp, recode, readSvg: readSafeSvg });
  const image = opened.bySource.get(source);
  const kind = getImageKind(file);
  if (!image || !kind) return { ok: false, problem: opened.failed[0]?.reason ?? 'The picture cannot be read.' };
  const { width, height } = getSize(image);
  const facts = { kind, width: toWhole(width), height: toWhole(height), unrendered: image.unrendered };
  if (image.kind === 'svg') return { ok: true, ...facts, bytes: Buffer.from(writeXml(image.document)) };
  try {
    await recode(image, insideVector);
    return { ok: true, ...facts, bytes: file };
  } catch (error) {
    if (!(error instanceof UnreadableImage)) throw error;
    return { ok: false, problem: error.message };
  }
};
