import { type ReaderClass, suitsPreviewers } from '../contract/readers.ts';
import type { RenderOptions } from '../core/picture/render-options.ts';
import { imageName } from '../core/vnode/address.ts';
import type { CachedImage, ImageReader, ImageWriter } from '../ports/images.ts';
import type { DrawnImage } from './draw-stored.ts';

/** What a picture is kept under: its tree, its options, and whom it is encoded for. */
export interface KeptAs {
  /** Of the tree. */
  readonly address: string;
  readonly options: RenderOptions;
  /** Absent where readers are not told apart. */
  readonly reader: ReaderClass | undefined;
}

/** A picture as one class of readers gets it. */
export type ImageForReader = CachedImage & {
  /** Whether the other class gets another one. */
  readonly isNegotiated: boolean;
};

/** Finds a picture as its reader gets it. Where what was minted suits link previewers, it is kept once. */
export const findKept = async (
  images: ImageReader,
  { address, options, reader }: KeptAs,
): Promise<ImageForReader | undefined> => {
  if (reader === 'previewer') {
    const own = await images.find(imageName(address, options, reader));
    if (own) return { ...own, isNegotiated: true };
    if (options.format === 'webp') return undefined;
  }
  const minted = await images.find(imageName(address, options));
  const isNegotiated = reader !== undefined && minted !== undefined && !suitsPreviewers(minted);
  // the previewers' picture is lost: it is drawn again
  if (reader === 'previewer' && isNegotiated) return undefined;
  return minted && { ...minted, isNegotiated };
};

/** Keeps a picture as both classes get it. */
export const keep = async (
  images: ImageWriter,
  { address, options }: KeptAs,
  { forPreviewers, isSettled: _settled, timings: _timings, ...image }: DrawnImage,
): Promise<void> => {
  const puts = [images.put(imageName(address, options), image)];
  if (forPreviewers) puts.push(images.put(imageName(address, options, 'previewer'), { ...image, ...forPreviewers }));
  await Promise.all(puts);
};

/** A picture just drawn, as its reader gets it. */
export const forReader = ({ forPreviewers, isSettled: _settled, ...image }: DrawnImage, { reader }: KeptAs) => ({
  ...image,
  ...(reader === 'previewer' && forPreviewers),
  isNegotiated: forPreviewers !== undefined,
});
