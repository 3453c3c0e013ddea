import { dayMs } from 'image-url-contract/days.ts';
import { imageRenewalDays } from 'image-url-contract/image-retention.ts';
import type { ImageQuery } from 'image-url-contract/signing/image-query.ts';
import { type ClientClass, isShownByPreviewers, suitsPreviewers } from 'image-url-engine/client-classes.ts';
import type { RenderOptions } from 'image-url-engine/options.ts';
import { getTreeAddress, imageFolder, imageName } from '../domain/address.ts';
import type { DeliveredImage, StoredImage } from '../ports/images.ts';
import type { Ports } from '../ports/ports.ts';
import type { RenderResult } from './render-stored.ts';

type ImageReader = Ports['images:read'];
type ImageWriter = Ports['images:write'];

/** Identifies a stored image: folder, tree, options and client class. */
export interface CachedAs {
  readonly folder: string;
  /** Address of the tree. */
  readonly address: string;
  readonly options: RenderOptions;
  /** Undefined without an edge function. */
  readonly clientClass: ClientClass | undefined;
}

export type ImageForClientClass = StoredImage & {
  /** Whether the other client class gets a different image. */
  readonly isNegotiated: boolean;
};

/** Returns the location of a query's stored image. */
export const getCachedAs = (query: Omit<ImageQuery, 'exp'>, clientClass: ClientClass | undefined): CachedAs => {
  const address = getTreeAddress(query);
  return { folder: imageFolder(query, address), address, options: query.options, clientClass };
};

const getMintedName = ({ folder, address, options }: CachedAs): string => `${folder}/${imageName(address, options)}`;
const getPreviewersName = ({ folder, address, options }: CachedAs): string =>
  `${folder}/${imageName(address, options, 'previewer')}`;

/**
 * Returns the stored image for the client class; undefined if it must be rendered. An image that suits link previewers
 * as it was minted is stored once.
 */
export const findCached = async (images: ImageReader, cachedAs: CachedAs): Promise<ImageForClientClass | undefined> => {
  const { options, clientClass } = cachedAs;
  if (clientClass === 'previewer') {
    const own = await images.find(getPreviewersName(cachedAs));
    if (own) return { ...own, isNegotiated: true };
    if (!isShownByPreviewers(options.format)) return undefined;
  }
  const minted = await images.find(getMintedName(cachedAs));
  const isNegotiated = clientClass !== undefined && minted !== undefined && !suitsPreviewers(minted);
  // the image for previewers is lost, so it must be rendered again
  if (clientClass === 'previewer' && isNegotiated) return undefined;
  return minted && { ...minted, isNegotiated };
};

/**
 * Stores an image for both client classes. The image for link previewers is written first: if the minted one exists,
 * both exist and come from the same render.
 *
 * @param replaces whether to overwrite existing images, which were not final
 * @returns false if one of them exists and was not overwritten
 */
export const store = async (
  images: ImageWriter,
  cachedAs: CachedAs,
  { forPreviewers, isSettled: _settled, pending: _pending, timings: _timings, ...image }: RenderResult,
  replaces: boolean,
): Promise<boolean> => {
  const isPreviewersNew =
    forPreviewers === undefined ||
    (await images.put(getPreviewersName(cachedAs), { ...image, ...forPreviewers }, replaces));
  const isMintedNew = await images.put(getMintedName(cachedAs), image, replaces);
  return isPreviewersNew && isMintedNew;
};

/** Returns whether a stored image must be written again, so that it does not expire before its URLs. */
export const isDueForRenewal = ({ storedAt }: StoredImage, now: Date): boolean =>
  storedAt !== undefined && now.getTime() - storedAt.getTime() > imageRenewalDays * dayMs;

/** Rewrites the stored images of both client classes unchanged, which restarts their expiry. */
export const rewriteImage = async (read: ImageReader, write: ImageWriter, cachedAs: CachedAs): Promise<void> => {
  for (const name of [getPreviewersName(cachedAs), getMintedName(cachedAs)]) {
    const found = await read.find(name);
    if (!found) continue;
    const { storedAt: _, ...image } = found;
    await write.put(name, image, true);
  }
};

export const selectForClientClass = (
  { forPreviewers, isSettled: _settled, pending: _pending, ...image }: RenderResult,
  { clientClass }: CachedAs,
): DeliveredImage & ImageForClientClass => ({
  ...image,
  ...(clientClass === 'previewer' && forPreviewers),
  isNegotiated: forPreviewers !== undefined,
});
