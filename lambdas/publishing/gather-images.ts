import type { Typography } from 'image-url-engine/fonts.ts';
import { treeLimits, type VElement } from 'image-url-engine/trees.ts';
import { fetchWithinBudget, getFetchedUrls, tooLarge } from 'image-url-outside/tree-images.ts';
import { getRemoteImageName } from '../domain/address.ts';
import { getBackoffMs } from '../domain/times.ts';
import type { CachedRemoteImage, FetchedImage, Payer } from '../ports/images.ts';
import type { PortsOf } from '../ports/ports.ts';
import type { Runtime } from '../ports/runtime.ts';

export type GatherPorts = Pick<
  PortsOf<'renderImage'>,
  'trees:cacheRemoteImages' | 'cachedRemoteImages:read' | 'cachedRemoteImages:write' | 'remoteImages:fetch'
>;

/** A stored tree and the cached results of its remote images. */
export interface TreeWithRemoteImages {
  /** The account whose cached remote images and custom fonts are used. */
  readonly accountId: string;
  readonly address: string;
  readonly tree: VElement;
  readonly typography?: Typography | undefined;
  readonly cachedImages: ReadonlyMap<string, CachedRemoteImage>;
}

/** One remote image of a tree. */
export interface GatheredImage {
  readonly url: string;
  readonly cachedImage: CachedRemoteImage;
  /** Whether its result is stored; if not, the next render may show another image. */
  readonly isCached: boolean;
  /** Number of consecutive fetches that failed before this render. */
  readonly triedBefore: number;
  /** Absent if the image is omitted or its cached bytes are lost. */
  readonly bytes?: Uint8Array;
}

/** A remote image before it is fetched. */
interface KnownImage {
  readonly url: string;
  readonly cachedImage: CachedRemoteImage | undefined;
}

const getKnownImages = ({ tree, cachedImages }: TreeWithRemoteImages): KnownImage[] =>
  getFetchedUrls(tree).map((url) => ({ url, cachedImage: cachedImages.get(getRemoteImageName(url)) }));

const isDue = ({ cachedImage }: KnownImage, now: Date): boolean =>
  !cachedImage || (cachedImage.is === 'missing' && cachedImage.retryAt <= now);

/** Returns whether a remote image of this tree must be fetched now. */
export const hasDueImages = (stored: TreeWithRemoteImages, now: Date): boolean =>
  getKnownImages(stored).some((image) => isDue(image, now));

/** Returns a negative cache entry. @param tries number of consecutive fetches that failed */
const toNegativeEntry = (reason: string, tries: number, now: Date): CachedRemoteImage =>
  reason === tooLarge
    ? { is: tooLarge }
    : { is: 'missing', reason, tries, retryAt: new Date(now.getTime() + getBackoffMs(tries)) };

/**
 * Returns the remote images of a tree in document order, cached or fetched. The bytes of the first successful fetch are
 * used from then on. An image that cannot be fetched is omitted until its backoff ends.
 *
 * @param later is given what need not be waited for. @default it is waited for
 */
export const gatherImages = async (
  ports: GatherPorts,
  runtime: Pick<Runtime, 'now' | 'log'>,
  stored: TreeWithRemoteImages,
  later?: Payer['later'],
): Promise<GatheredImage[]> => {
  const { accountId, address } = stored;
  const now = runtime.now();
  const known = getKnownImages(stored);
  const taken = known.reduce((sum, { cachedImage }) => sum + (cachedImage?.is === 'had' ? cachedImage.bytes : 0), 0);
  const due = known.filter((image) => isDue(image, now)).map(({ url }) => url);
  const payer: Payer = { accountId, purpose: 'image', now, ...(later && { later }) };
  const left = treeLimits.remoteImageBytes - taken;
  const fetched = await fetchWithinBudget(ports['remoteImages:fetch'], due, payer, left);

  /** Stores the result of a fetch, the bytes first, so that no cached result refers to missing bytes. */
  const store = async (
    url: string,
    seen: CachedRemoteImage | undefined,
    image: FetchedImage,
  ): Promise<GatheredImage> => {
    const triedBefore = seen?.is === 'missing' ? seen.tries : 0;
    const bytes = image.ok ? image.bytes : undefined;
    const toResult = (hash: string): CachedRemoteImage =>
      image.ok ? { is: 'had', hash, bytes: image.bytes.length } : toNegativeEntry(image.reason, triedBefore + 1, now);
    try {
      const hash = bytes ? await ports['cachedRemoteImages:write'].put(accountId, bytes) : '';
      const name = getRemoteImageName(url);
      const cachedImage = await ports['trees:cacheRemoteImages'].recordImage(address, name, toResult(hash), seen);
      const isOurs = cachedImage.is === 'had' && cachedImage.hash === hash;
      return { url, triedBefore, cachedImage, isCached: true, ...(isOurs && bytes && { bytes }) };
    } catch (cause) {
      runtime.log('error', 'remote image not cached', { cause });
      return { url, triedBefore, cachedImage: toResult(''), isCached: false, ...(bytes && { bytes }) };
    }
  };
  const settle = async ({ url, cachedImage }: KnownImage): Promise<GatheredImage> => {
    const image = fetched[due.indexOf(url)];
    if (image) return store(url, cachedImage, image);
    // not due, so it has a cached result
    return { url, cachedImage: cachedImage as CachedRemoteImage, isCached: true, triedBefore: 0 };
  };
  const read = async (image: GatheredImage): Promise<GatheredImage> => {
    if (image.bytes || image.cachedImage.is !== 'had') return image;
    const bytes = await ports['cachedRemoteImages:read'].find(accountId, image.cachedImage.hash);
    return bytes ? { ...image, bytes } : image;
  };
  return Promise.all(known.map(async (image) => read(await settle(image))));
};

/**
 * Replaces the cached results of images that could not be decoded by negative cache entries, so that they are fetched
 * again after a backoff.
 */
export const recordUndecodable = (
  ports: GatherPorts,
  runtime: Pick<Runtime, 'now' | 'log'>,
  { address }: TreeWithRemoteImages,
  images: readonly GatheredImage[],
  unrendered: ReadonlyMap<string, string>,
): Promise<GatheredImage[]> => {
  const recordOne = async (image: GatheredImage): Promise<GatheredImage> => {
    const { url, cachedImage: seen, isCached, triedBefore, bytes } = image;
    const reason = unrendered.get(url);
    if (!isCached || !bytes || reason === undefined) return image;
    const missing = toNegativeEntry(reason, triedBefore + 1, runtime.now());
    try {
      const name = getRemoteImageName(url);
      const cachedImage = await ports['trees:cacheRemoteImages'].recordImage(address, name, missing, seen);
      return { url, triedBefore, cachedImage, isCached };
    } catch (cause) {
      runtime.log('error', 'undecodable remote image not recorded', { cause });
      return { ...image, isCached: false };
    }
  };
  return Promise.all(images.map(recordOne));
};
