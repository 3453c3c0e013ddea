import { imageRenewalDays } from '../contract/image-retention.ts';
import { type ReaderClass, suitsPreviewers } from '../contract/readers.ts';
import type { RenderOptions } from '../core/picture/render-options.ts';
import type { RenderedImage } from '../core/picture/rendered-image.ts';
import type { ImageQuery } from '../core/signing/image-query.ts';
import { imageFolder, imageName, treeAddress } from '../core/vnode/address.ts';
import type { ImageReader, ImageWriter, StoredImage } from '../ports/images.ts';
import type { DrawnImage } from './draw-stored.ts';

/** A rendering for both client classes; without timings where it was found, not made. */
type Drawn = Omit<DrawnImage, 'timings'> & Partial<Pick<DrawnImage, 'timings'>>;

/** What a rendered image is stored under: whose it is, its tree, its options, and the client class it is encoded for. */
export interface KeptAs {
  readonly folder: string;
  /** Address of the tree. */
  readonly address: string;
  readonly options: RenderOptions;
  /** Absent where client classes are not told apart. */
  readonly reader: ReaderClass | undefined;
}

/** A rendered image as one client class gets it. */
export type ImageForReader = StoredImage & {
  /** Whether the other class gets another one. */
  readonly isNegotiated: boolean;
};

/** Returns where the image of a query is stored. */
export const keptAsOf = (query: ImageQuery, reader: ReaderClass | undefined): KeptAs => {
  const address = treeAddress(query);
  return { folder: imageFolder(query, address), address, options: query.options, reader };
};

const mintedName = ({ folder, address, options }: KeptAs): string => `${folder}/${imageName(address, options)}`;
const previewersName = ({ folder, address, options }: KeptAs): string =>
  `${folder}/${imageName(address, options, 'previewer')}`;

/** Finds an image as its client gets it. Where what was minted suits link previewers, it is stored once. */
export const findKept = async (images: ImageReader, keptAs: KeptAs): Promise<ImageForReader | undefined> => {
  const { options, reader } = keptAs;
  if (reader === 'previewer') {
    const own = await images.find(previewersName(keptAs));
    if (own) return { ...own, isNegotiated: true };
    if (options.format === 'webp') return undefined;
  }
  const minted = await images.find(mintedName(keptAs));
  const isNegotiated = reader !== undefined && minted !== undefined && !suitsPreviewers(minted);
  // the previewers' image is lost: it is rendered again
  if (reader === 'previewer' && isNegotiated) return undefined;
  return minted && { ...minted, isNegotiated };
};

/**
 * Stores an image as both client classes get it, that of link previewers first: where the minted one is, both are, of one
 * rendering. Whichever is stored already stays as it is.
 *
 * @param replaces whether they take the place of images that were not final.
 * @returns false when one was stored already.
 */
export const keep = async (
  images: ImageWriter,
  keptAs: KeptAs,
  { forPreviewers, isSettled: _settled, timings: _timings, ...image }: Drawn,
  replaces: boolean,
): Promise<boolean> => {
  const isPreviewersNew =
    forPreviewers === undefined || (await images.put(previewersName(keptAs), { ...image, ...forPreviewers }, replaces));
  const isMintedNew = await images.put(mintedName(keptAs), image, replaces);
  return isPreviewersNew && isMintedNew;
};

const dayMs = 86_400_000;

/** Whether a stored image has to be written again to stay as long as its URLs may live from now on. */
export const isDueForRenewal = ({ storedAt }: StoredImage, now: Date): boolean =>
  storedAt !== undefined && now.getTime() - storedAt.getTime() > imageRenewalDays * dayMs;

/** Writes an image again as both client classes get it, as it is. */
export const renew = async (read: ImageReader, write: ImageWriter, keptAs: KeptAs): Promise<void> => {
  for (const name of [previewersName(keptAs), mintedName(keptAs)]) {
    const found = await read.find(name);
    if (!found) continue;
    const { storedAt: _, ...image } = found;
    await write.put(name, image, true);
  }
};

/** Finds an image under the name it had before images belonged to accounts. */
export const findUnowned = async (images: ImageReader, keptAs: KeptAs): Promise<Drawn | undefined> => {
  const find = (reader?: 'previewer') => images.find(`images/${imageName(keptAs.address, keptAs.options, reader)}`);
  const [minted, forPreviewers] = await Promise.all([find(), find('previewer')]);
  if (!minted) return undefined;
  const { storedAt: _, ...image } = minted;
  return { ...image, isSettled: true, ...(forPreviewers && { forPreviewers }) };
};

/** An image just rendered, as its client gets it. */
export const forReader = (
  { forPreviewers, isSettled: _settled, ...image }: Drawn,
  { reader }: KeptAs,
): RenderedImage & ImageForReader => ({
  ...image,
  ...(reader === 'previewer' && forPreviewers),
  isNegotiated: forPreviewers !== undefined,
});
