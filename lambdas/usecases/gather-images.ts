import type { Typography } from '../core/picture/fonts/typography.ts';
import { pauseAfter } from '../core/picture/pauses.ts';
import { pinName } from '../core/vnode/address.ts';
import { treeLimits } from '../core/vnode/limits.ts';
import { remoteImagesOf } from '../core/vnode/remote-images.ts';
import type { VElement } from '../core/vnode/vnode.ts';
import type { PortsOf } from '../ports/ports.ts';
import type { Runtime } from '../ports/runtime.ts';
import type { Pin } from '../ports/trees.ts';
import { type Fetched, fetchInOrder, tooLarge } from './fetch-in-order.ts';

export type GatherPorts = Pick<
  PortsOf<'renderImage'>,
  'trees:pin' | 'pinnedImages:read' | 'pinnedImages:write' | 'remoteImages:fetch'
>;

/** A stored tree, and what is settled of its remote images. */
export interface PinnedTree {
  /** Whose it is, and so whose cached remote images and fonts it is drawn with. */
  readonly accountId: string;
  readonly address: string;
  readonly tree: VElement;
  readonly typography?: Typography | undefined;
  readonly pins: ReadonlyMap<string, Pin>;
}

/** One remote image of a tree. */
export interface GatheredImage {
  readonly url: string;
  /** What holds of it. */
  readonly pin: Pin;
  /** How often in a row it was missing before. */
  readonly triedBefore: number;
  /** Absent where it is left out, and where what was pinned is lost. */
  readonly bytes?: Uint8Array;
}

export interface GatheredImages {
  /** In document order. */
  readonly images: readonly GatheredImage[];
  /** Whether all that was settled could be written down: else the next drawing may show something else. */
  readonly areKept: boolean;
}

/** One before it was fetched: `pin` is what was seen of it. */
type KnownImage = Omit<GatheredImage, 'pin' | 'bytes'> & { readonly pin: Pin | undefined };

const knownImages = ({ tree, pins }: PinnedTree): KnownImage[] =>
  remoteImagesOf(tree)
    .slice(0, treeLimits.remoteImages)
    .map((url) => {
      const pin = pins.get(pinName(url));
      return { url, pin, triedBefore: pin?.is === 'missing' ? pin.tries : 0 };
    });

const isDue = ({ pin }: KnownImage, now: Date): boolean => !pin || (pin.is === 'missing' && pin.retryAt <= now);

/** Whether something would be fetched for a picture of this tree now. */
export const hasDueImages = (stored: PinnedTree, now: Date): boolean =>
  knownImages(stored).some((image) => isDue(image, now));

/** @param tries how often in a row it could not be had. */
const missingPin = (reason: string, tries: number, now: Date): Pin => ({
  ...{ is: 'missing', reason, tries },
  retryAt: new Date(now.getTime() + pauseAfter(tries)),
});

const absentPin = ({ reason = '', fetches }: Fetched, { triedBefore }: KnownImage, now: Date): Pin =>
  reason === tooLarge ? { is: tooLarge } : missingPin(reason, triedBefore + fetches, now);

/** Writes down what came of an image, its bytes first, so that no pin leads nowhere. */
const keep = async (
  ports: GatherPorts,
  { address, accountId }: PinnedTree,
  known: KnownImage,
  fetched: Fetched,
  now: Date,
): Promise<GatheredImage> => {
  const { url, triedBefore } = known;
  const { bytes } = fetched;
  const hash = bytes && (await ports['pinnedImages:write'].put(accountId, bytes));
  const wanted: Pin =
    bytes && hash !== undefined ? { is: 'had', hash, bytes: bytes.length } : absentPin(fetched, known, now);
  const pin = await ports['trees:pin'].pin(address, pinName(url), wanted, known.pin);
  const isOurs = pin.is === 'had' && pin.hash === hash;
  return { url, triedBefore, pin, ...(isOurs && bytes && { bytes }) };
};

/** What was fetched, as it stands while nothing can be written down. */
const unkept = (known: KnownImage, fetched: Fetched, now: Date): GatheredImage => {
  const { url, triedBefore } = known;
  const { bytes } = fetched;
  return bytes
    ? { url, triedBefore, bytes, pin: { is: 'had', hash: '', bytes: bytes.length } }
    : { url, triedBefore, pin: absentPin(fetched, known, now) };
};

/**
 * Gathers the remote images of a tree. Each is pinned when it is first had and shows the same from then on, whatever its
 * address serves; one that cannot be had is left out until its time comes.
 */
export const gatherImages = async (
  ports: GatherPorts,
  runtime: Pick<Runtime, 'now' | 'log'>,
  stored: PinnedTree,
): Promise<GatheredImages> => {
  const now = runtime.now();
  const known = knownImages(stored);
  const taken = known.reduce((sum, { pin }) => sum + (pin?.is === 'had' ? pin.bytes : 0), 0);
  const due = known.filter((image) => isDue(image, now));
  const wanted = due.map(({ url, triedBefore }) => ({ url, isNew: triedBefore === 0 }));
  const fetched = await fetchInOrder(ports['remoteImages:fetch'], wanted, treeLimits.remoteImageBytes - taken);

  let areKept = true;
  const settle = async (image: KnownImage): Promise<GatheredImage> => {
    const what = fetched[due.indexOf(image)];
    // not due: something is settled of it
    if (!what) return image as GatheredImage;
    try {
      return await keep(ports, stored, image, what, now);
    } catch (cause) {
      areKept = false;
      runtime.log('error', 'remote image not pinned', { cause });
      return unkept(image, what, now);
    }
  };
  const read = async (image: GatheredImage): Promise<GatheredImage> => {
    if (image.bytes || image.pin.is !== 'had') return image;
    const bytes = await ports['pinnedImages:read'].find(stored.accountId, image.pin.hash);
    return bytes ? { ...image, bytes } : image;
  };
  const images = await Promise.all(known.map(async (image) => read(await settle(image))));
  return { images, areKept };
};

/** Fetches the remote images of a tree for a picture that is kept nowhere; the same ones are left out as of one that is. */
export const fetchRemoteImages = async (ports: Pick<GatherPorts, 'remoteImages:fetch'>, tree: VElement) => {
  const urls = remoteImagesOf(tree).slice(0, treeLimits.remoteImages);
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

/** Takes back what turned out to be no picture: it is missing, and its address may serve one later. */
export const takeBack = async (
  ports: GatherPorts,
  runtime: Pick<Runtime, 'now' | 'log'>,
  { address }: PinnedTree,
  { images, areKept: wereKept }: GatheredImages,
  undrawn: ReadonlyMap<string, string>,
): Promise<GatheredImages> => {
  const now = runtime.now();
  let areKept = wereKept;
  const takeOne = async (image: GatheredImage): Promise<GatheredImage> => {
    const { url, pin, triedBefore, bytes } = image;
    const reason = undrawn.get(url);
    if (!areKept || !bytes || reason === undefined) return image;
    const missing = missingPin(reason, triedBefore + 1, now);
    try {
      return { url, triedBefore, pin: await ports['trees:pin'].pin(address, pinName(url), missing, pin) };
    } catch (cause) {
      areKept = false;
      runtime.log('error', 'remote image not taken back', { cause });
      return image;
    }
  };
  return { images: await Promise.all(images.map(takeOne)), areKept };
};
