import { getRemoteImages, treeLimits, type VElement } from 'image-url-engine/trees.ts';
import type { FetchedImage, Payer, RemoteImages } from './fetcher.ts';

/** Reason of an image that exceeds a limit. Final: the image is never fetched again. */
export const tooLarge = 'too large';

/** Returns the remote images of a tree that are fetched: the first `treeLimits.remoteImages`, in document order. */
export const getFetchedUrls = (tree: VElement): string[] => getRemoteImages(tree).slice(0, treeLimits.remoteImages);

/**
 * Fetches images in parallel. Those that exceed the byte budget are omitted, which depends on their order and sizes,
 * not on which arrives first.
 */
export const fetchWithinBudget = async (
  remote: RemoteImages,
  urls: readonly string[],
  payer: Payer,
  budgetBytes: number,
): Promise<FetchedImage[]> => {
  const fetched = await Promise.all(urls.map((url) => remote.fetch(url, payer)));
  let leftBytes = budgetBytes;
  return fetched.map((image) => {
    if (!image.ok) return image;
    if (image.bytes.length > leftBytes) return { ok: false, reason: tooLarge };
    leftBytes -= image.bytes.length;
    return image;
  });
};

/** Fetches the remote images of a tree, within the limits of stored images. */
export const fetchTreeImages = async (remote: RemoteImages, tree: VElement, payer: Payer) => {
  const urls = getFetchedUrls(tree);
  const fetched = await fetchWithinBudget(remote, urls, payer, treeLimits.remoteImageBytes);
  const images: Record<string, Uint8Array> = {};
  const missing: { readonly url: string; readonly reason: string }[] = [];
  for (const [n, image] of fetched.entries()) {
    const url = urls[n] as string;
    if (image.ok) images[url] = image.bytes;
    else missing.push({ url, reason: image.reason });
  }
  return { images, missing };
};
