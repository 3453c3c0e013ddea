import { type ClientClass, suitsPreviewers } from '../../contract/client-classes.ts';
import { imageRenewalDays } from '../../contract/image-retention.ts';
import type { RenderOptions } from '../../core/rendering/render-options.ts';
import type { RenderedImage } from '../../core/rendering/rendered-image.ts';
import type { ImageQuery } from '../../core/signing/image-query.ts';
import { imageFolder, imageName, treeAddress } from '../../core/vnode/address.ts';
import type { ImageReader, ImageWriter, StoredImage } from '../../ports/images.ts';
import type { RenderResult } from './render-stored.ts';

/** A rendering for both client classes; without timings where it was found, not made. */
type Rendered = Omit<RenderResult, 'timings'> & Partial<Pick<RenderResult, 'timings'>>;

/** What a rendered image is stored under: whose it is, its tree, its options, and the client class it is encoded for. */
export interface CachedAs {
  readonly folder: string;
  /** Address of the tree. */
  readonly address: string;
  readonly options: RenderOptions;
  /** Absent where client classes are not told apart. */
  readonly reader: ClientClass | undefined;
}

/** A rendered image as one client class gets it. */
export type ImageForClientClass = StoredImage & {
  /** Whether the other class gets another one. */
  readonly isNegotiated: boolean;
};

/** Returns where the image of a query is stored. */
export const getCachedAs = (query: Omit<ImageQuery, 'exp'>, reader: ClientClass | undefined): CachedAs => {
  const address = treeAddress(query);
  return { folder: imageFolder(query, address), address, options: query.options, reader };
};

const mintedName = ({ folder, address, options }: CachedAs): string => `${folder}/${imageName(address, options)}`;
const previewersName = ({ folder, address, options }: CachedAs): string =>
  `${folder}/${imageName(address, options, 'previewer')}`;

/** Finds an image as its client gets it. Where what was minted suits link previewers, it is stored once. */
export const findCached = async (images: ImageReader, cachedAs: CachedAs): Promise<ImageForClientClass | undefined> => {
  const { options, reader } = cachedAs;
  if (reader === 'previewer') {
    const own = await images.find(previewersName(cachedAs));
    if (own) return { ...own, isNegotiated: true };
    if (options.format === 'webp') return undefined;
  }
  const minted = await images.find(mintedName(cachedAs));
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
export const store = async (
  images: ImageWriter,
  cachedAs: CachedAs,
  { forPreviewers, isSettled: _settled, timings: _timings, ...image }: Rendered,
  replaces: boolean,
): Promise<boolean> => {
  const isPreviewersNew =
    forPreviewers === undefined ||
    (await images.put(previewersName(cachedAs), { ...image, ...forPreviewers }, replaces));
  const isMintedNew = await images.put(mintedName(cachedAs), image, replaces);
  return isPreviewersNew && isMintedNew;
};

const dayMs = 86_400_000;

/** Whether a stored image has to be written again to stay as long as its URLs may live from now on. */
export const isDueForRenewal = ({ storedAt }: StoredImage, now: Date): boolean =>
  storedAt !== undefined && now.getTime() - storedAt.getTime() > imageRenewalDays * dayMs;

/** Writes an image again as both client classes get it, as it is. */
export const renew = async (read: ImageReader, write: ImageWriter, cachedAs: CachedAs): Promise<void> => {
  for (const name of [previewersName(cachedAs), mintedName(cachedAs)]) {
    const found = await read.find(name);
    if (!found) continue;
    const { storedAt: _, ...image } = found;
    await write.put(name, image, true);
  }
};

/** Finds an image under the name it had before images belonged to accounts. */
export const findUnowned = async (images: ImageReader, cachedAs: CachedAs): Promise<Rendered | undefined> => {
  const find = (reader?: 'previewer') => images.find(`images/${imageName(cachedAs.address, cachedAs.options, reader)}`);
  const [minted, forPreviewers] = await Promise.all([find(), find('previewer')]);
  if (!minted) return undefined;
  const { storedAt: _, ...image } = minted;
  return { ...image, isSettled: true, ...(forPreviewers && { forPreviewers }) };
};

/** An image just rendered, as its client gets it. */
export const forClientClass = (
  { forPreviewers, isSettled: _settled, ...image }: Rendered,
  { reader }: CachedAs,
): RenderedImage & ImageForClientClass => ({
  ...image,
  ...(reader === 'previewer' && forPreviewers),
  isNegotiated: forPreviewers !== undefined,
});
