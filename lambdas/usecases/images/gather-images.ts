import { getBackoffMs } from '../../core/rendering/backoff.ts';
import type { Typography } from '../../core/rendering/fonts/typography.ts';
import { getRemoteImageName } from '../../core/vnode/address.ts';
import { treeLimits } from '../../core/vnode/limits.ts';
import { getRemoteImages } from '../../core/vnode/remote-images.ts';
import type { VElement } from '../../core/vnode/vnode.ts';
import type { PortsOf } from '../../ports/ports.ts';
import type { Runtime } from '../../ports/runtime.ts';
import type { CachedRemoteImage } from '../../ports/trees.ts';
import { type Fetched, fetchInOrder, tooLarge } from './fetch-within-budget.ts';

export type GatherPorts = Pick<
  PortsOf<'renderImage'>,
  'trees:cacheRemoteImages' | 'cachedRemoteImages:read' | 'cachedRemoteImages:write' | 'remoteImages:fetch'
>;

/** A stored tree, and what is settled of its remote images. */
export interface TreeWithRemoteImages {
  /** Whose it is, and so whose cached remote images and fonts it is rendered with. */
  readonly accountId: string;
  readonly address: string;
  readonly tree: VElement;
  readonly typography?: Typography | undefined;
  readonly cachedImages: ReadonlyMap<string, CachedRemoteImage>;
}

/** One remote image of a tree. */
export interface GatheredImage {
  readonly url: string;
  /** What holds of it. */
  readonly cachedImage: CachedRemoteImage;
  /** How often in a row it was missing before. */
  readonly triedBefore: number;
  /** Absent where it is left out, and where what was pinned is lost. */
  readonly bytes?: Uint8Array;
}

export interface GatheredImages {
  /** In document order. */
  readonly images: readonly GatheredImage[];
  /** Whether all that was settled could be written down: else the next rendering may show something else. */
  readonly areCached: boolean;
}

/** One before it was fetched: `pin` is what was seen of it. */
type KnownImage = Omit<GatheredImage, 'cachedImage' | 'bytes'> & {
  readonly cachedImage: CachedRemoteImage | undefined;
};

const knownImages = ({ tree, cachedImages }: TreeWithRemoteImages): KnownImage[] =>
  getRemoteImages(tree)
    .slice(0, treeLimits.remoteImages)
    .map((url) => {
      const cachedImage = cachedImages.get(getRemoteImageName(url));
      return { url, cachedImage, triedBefore: cachedImage?.is === 'missing' ? cachedImage.tries : 0 };
    });

const isDue = ({ cachedImage }: KnownImage, now: Date): boolean =>
  !cachedImage || (cachedImage.is === 'missing' && cachedImage.retryAt <= now);

/** Whether something would be fetched for an image of this tree now. */
export const hasDueImages = (stored: TreeWithRemoteImages, now: Date): boolean =>
  knownImages(stored).some((image) => isDue(image, now));

/** @param tries how often in a row it could not be had. */
const missingRemoteImage = (reason: string, tries: number, now: Date): CachedRemoteImage => ({
  ...{ is: 'missing', reason, tries },
  retryAt: new Date(now.getTime() + getBackoffMs(tries)),
});

const absentRemoteImage = (
  { reason = '', fetches }: Fetched,
  { triedBefore }: KnownImage,
  now: Date,
): CachedRemoteImage =>
  reason === tooLarge ? { is: tooLarge } : missingRemoteImage(reason, triedBefore + fetches, now);

/** Writes down what came of an image, its bytes first, so that no pin leads nowhere. */
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

/** What was fetched, as it stands while nothing can be written down. */
const unkept = (known: KnownImage, fetched: Fetched, now: Date): GatheredImage => {
  const { url, triedBefore } = known;
  const { bytes } = fetched;
  return bytes
    ? { url, triedBefore, bytes, cachedImage: { is: 'had', hash: '', bytes: bytes.length } }
    : { url, triedBefore, cachedImage: absentRemoteImage(fetched, known, now) };
};

/**
 * Gathers the remote images of a tree. Each is pinned when it is first had and shows the same from then on, whatever its
 * address serves; one that cannot be had is left out until its time comes.
 */
export const gatherImages = async (
  ports: GatherPorts,
  runtime: Pick<Runtime, 'now' | 'log'>,
  stored: TreeWithRemoteImages,
): Promise<GatheredImages> => {
  const now = runtime.now();
  const known = knownImages(stored);
  const taken = known.reduce((sum, { cachedImage }) => sum + (cachedImage?.is === 'had' ? cachedImage.bytes : 0), 0);
  const due = known.filter((image) => isDue(image, now));
  const wanted = due.map(({ url, triedBefore }) => ({ url, isNew: triedBefore === 0 }));
  const fetched = await fetchInOrder(ports['remoteImages:fetch'], wanted, treeLimits.remoteImageBytes - taken);

  let areCached = true;
  const settle = async (image: KnownImage): Promise<GatheredImage> => {
    const what = fetched[due.indexOf(image)];
    // not due: something is settled of it
    if (!what) return image as GatheredImage;
    try {
      return await store(ports, stored, image, what, now);
    } catch (cause) {
      areCached = false;
      runtime.log('error', 'remote image not pinned', { cause });
      return unkept(image, what, now);
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

/** Fetches the remote images of a tree for an image that is kept nowhere; the same ones are left out as of one that is. */
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

/** Takes back what turned out to be no image: it is missing, and its address may serve one later. */
export const takeBack = async (
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
    const missing = missingRemoteImage(reason, triedBefore + 1, now);
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
