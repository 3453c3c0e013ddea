import { getBackoffMs } from '../../core/rendering/backoff.ts';
import type { Typography } from '../../core/rendering/fonts/typography.ts';
import { getRemoteImageName } from '../../core/vnode/address.ts';
import { getRemoteImages } from '../../core/vnode/remote-images.ts';
import { treeLimits } from '../../core/vnode/tree-limits.ts';
import type { VElement } from '../../core/vnode/vnode.ts';
import type { CachedRemoteImage } from '../../ports/images.ts';
import type { PortsOf } from '../../ports/ports.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { type Fetched, fetchInOrder, tooLarge } from './fetch-within-budget.ts';

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
  /** Its cached result. */
  readonly cachedImage: CachedRemoteImage;
  /** Number of consecutive fetches that failed before this render. */
  readonly triedBefore: number;
  /** Absent if the image is omitted or its cached bytes are lost. */
  readonly bytes?: Uint8Array;
}

export interface GatheredImages {
  /** In document order. */
  readonly images: readonly GatheredImage[];
  /** Whether all results were stored; if not, the next render may show other images. */
  readonly areCached: boolean;
}

/** A remote image before it is fetched, with its cached result if there is one. */
type KnownImage = Omit<GatheredImage, 'cachedImage' | 'bytes'> & {
  readonly cachedImage: CachedRemoteImage | undefined;
};

const getKnownImages = ({ tree, cachedImages }: TreeWithRemoteImages): KnownImage[] =>
  getRemoteImages(tree)
    .slice(0, treeLimits.remoteImages)
    .map((url) => {
      const cachedImage = cachedImages.get(getRemoteImageName(url));
      return { url, cachedImage, triedBefore: cachedImage?.is === 'missing' ? cachedImage.tries : 0 };
    });

const isDue = ({ cachedImage }: KnownImage, now: Date): boolean =>
  !cachedImage || (cachedImage.is === 'missing' && cachedImage.retryAt <= now);

/** Returns whether a remote image of this tree must be fetched now. */
export const hasDueImages = (stored: TreeWithRemoteImages, now: Date): boolean =>
  getKnownImages(stored).some((image) => isDue(image, now));

/** Returns a negative cache entry. @param tries number of consecutive fetches that failed */
const toNegativeEntry = (reason: string, tries: number, now: Date): CachedRemoteImage => ({
  ...{ is: 'missing', reason, tries },
  retryAt: new Date(now.getTime() + getBackoffMs(tries)),
});

const absentRemoteImage = (
  { reason = '', fetches }: Fetched,
  { triedBefore }: KnownImage,
  now: Date,
): CachedRemoteImage => (reason === tooLarge ? { is: tooLarge } : toNegativeEntry(reason, triedBefore + fetches, now));

/** Stores the result of a fetch. The bytes are stored first, so that no cached result refers to missing bytes. */
const store = async (
  ports: GatherPorts,
  { address, accountId }: TreeWithRemoteImages,
  known: KnownImage,
  fetched: Fetched,
  now: Date,
): Promise<GatheredImage> => {
  const { url, triedBefore } = known;
  const { bytes } = fetched;
  const hash = bytes && (await ports['cachedRemoteImages:write'].put(accountId, bytes));
  const wanted: CachedRemoteImage =
    bytes && hash !== undefined ? { is: 'had', hash, bytes: bytes.length } : absentRemoteImage(fetched, known, now);
  const cachedImage = await ports['trees:cacheRemoteImages'].recordImage(
    address,
    getRemoteImageName(url),
    wanted,
    known.cachedImage,
  );
  const isOurs = cachedImage.is === 'had' && cachedImage.hash === hash;
  return { url, triedBefore, cachedImage, ...(isOurs && bytes && { bytes }) };
};

/** Returns a fetched image whose result could not be stored. */
const toUnstoredImage = (known: KnownImage, fetched: Fetched, now: Date): GatheredImage => {
  const { url, triedBefore } = known;
  const { bytes } = fetched;
  return bytes
    ? { url, triedBefore, bytes, cachedImage: { is: 'had', hash: '', bytes: bytes.length } }
    : { url, triedBefore, cachedImage: absentRemoteImage(fetched, known, now) };
};

/**
 * Returns the remote images of a tree, cached or fetched. The bytes of the first successful fetch are used from then
 * on. An image that cannot be fetched is omitted until its backoff ends.
 */
export const gatherImages = async (
  ports: GatherPorts,
  runtime: Pick<Runtime, 'now' | 'log'>,
  stored: TreeWithRemoteImages,
): Promise<GatheredImages> => {
  const now = runtime.now();
  const known = getKnownImages(stored);
  const taken = known.reduce((sum, { cachedImage }) => sum + (cachedImage?.is === 'had' ? cachedImage.bytes : 0), 0);
  const due = known.filter((image) => isDue(image, now));
  const wanted = due.map(({ url, triedBefore }) => ({ url, isNew: triedBefore === 0 }));
  const fetched = await fetchInOrder(ports['remoteImages:fetch'], wanted, treeLimits.remoteImageBytes - taken);

  let areCached = true;
  const settle = async (image: KnownImage): Promise<GatheredImage> => {
    const what = fetched[due.indexOf(image)];
    // not due, so it has a cached result
    if (!what) return image as GatheredImage;
    try {
      return await store(ports, stored, image, what, now);
    } catch (cause) {
      areCached = false;
      runtime.log('error', 'remote image not pinned', { cause });
      return toUnstoredImage(image, what, now);
    }
  };
  const read = async (image: GatheredImage): Promise<GatheredImage> => {
    if (image.bytes || image.cachedImage.is !== 'had') return image;
    const bytes = await ports['cachedRemoteImages:read'].find(stored.accountId, image.cachedImage.hash);
    return bytes ? { ...image, bytes } : image;
  };
  const images = await Promise.all(known.map(async (image) => read(await settle(image))));
  return { images, areCached };
};

/** Fetches the remote images of a tree without caching them, within the limits of stored images. */
export const fetchRemoteImages = async (ports: Pick<GatherPorts, 'remoteImages:fetch'>, tree: VElement) => {
  const urls = getRemoteImages(tree).slice(0, treeLimits.remoteImages);
  const wanted = urls.map((url) => ({ url, isNew: true }));
  const fetched = await fetchInOrder(ports['remoteImages:fetch'], wanted, treeLimits.remoteImageBytes);
  const images = urls.flatMap((url, n) => {
    const bytes = fetched[n]?.bytes;
    return bytes ? [[url, bytes] as const] : [];
  });
  const missing = urls.flatMap((url, n) => {
    const reason = fetched[n]?.reason;
    return reason === undefined ? [] : [{ url, reason }];
  });
  return { images: Object.fromEntries(images), missing };
};

/**
 * Replaces the cached results of images that could not be decoded by negative cache entries, so that they are fetched
 * again after a backoff.
 */
export const recordUndecodable = async (
  ports: GatherPorts,
  runtime: Pick<Runtime, 'now' | 'log'>,
  { address }: TreeWithRemoteImages,
  { images, areCached: wereCached }: GatheredImages,
  unrendered: ReadonlyMap<string, string>,
): Promise<GatheredImages> => {
  const now = runtime.now();
  let areCached = wereCached;
  const takeOne = async (image: GatheredImage): Promise<GatheredImage> => {
    const { url, cachedImage, triedBefore, bytes } = image;
    const reason = unrendered.get(url);
    if (!areCached || !bytes || reason === undefined) return image;
    const missing = toNegativeEntry(reason, triedBefore + 1, now);
    try {
      return {
        url,
        triedBefore,
        cachedImage: await ports['trees:cacheRemoteImages'].recordImage(
          address,
          getRemoteImageName(url),
          missing,
          cachedImage,
        ),
      };
    } catch (cause) {
      areCached = false;
      runtime.log('error', 'remote image not taken back', { cause });
      return image;
    }
  };
  return { images: await Promise.all(images.map(takeOne)), areCached };
};
