import { fail } from '../contract/errors.ts';
import type { RenderedImage } from '../core/picture/rendered-image.ts';
import type { ImageQuery } from '../core/signing/image-query.ts';
import { fallbackName, imageName, treeAddress } from '../core/vnode/address.ts';
import { unpackTree } from '../core/vnode/stored-tree.ts';
import { draw } from '../isolation/draw/draw.ts';
import type { FoundTree, PortsOf, World } from '../ports/ports.ts';
import { fetchRemoteImages, type GatheredImages, pinImages, readPinnedImages } from './gather-images.ts';
import { refuseDenied } from './refuse-denied.ts';
import { verifyImageUrl } from './verify-image-url.ts';

/** Runs something the answer does not depend on: a failure is logged, and the picture is delivered all the same. */
const unlessItFails = async <T>(world: World, what: string, run: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await run();
  } catch (error) {
    world.log('error', what, { cause: error });
    return undefined;
  }
};

/**
 * Delivers the picture of a signed URL: out of the object cache, or drawn from the tree that the mint stored. Template
 * code never runs here.
 *
 * @throws URL_EXPIRED, INVALID_SIGNATURE, URL_DENIED, VNODE_NOT_FOUND, INVALID_VNODE, MAX_DEPTH, RENDER_ERROR.
 */
export const renderImage = async (
  ports: PortsOf<'renderImage'>,
  world: World,
  rawQuery: string,
): Promise<RenderedImage> => {
  const query = await verifyImageUrl(ports['signingKeys:verify'], world, rawQuery);
  await refuseDenied(ports['denials:read'], world, query);
  const { options } = query;
  const address = treeAddress(query);
  const name = imageName(address, options);

  const find = (kept: string) =>
    unlessItFails(world, 'object cache not readable', () => ports['images:read'].find(kept));

  const cached = await find(name);
  if (cached) return { ...cached, missing: [], isFallback: false };

  const nameOfFallback = fallbackName(name, world.now());
  const [stored, fallback] = await Promise.all([ports['trees:read'].find(address), find(nameOfFallback)]);
  if (!stored) throw fail('VNODE_NOT_FOUND');
  if (fallback) return { ...fallback, missing: [], isFallback: true };

  const image = await drawStored(ports, world, query, address, stored);
  if (image.missing.length === 0) {
    const kept = image.isFallback ? nameOfFallback : name;
    await unlessItFails(world, 'object cache not writable', () => ports['images:write'].put(kept, image));
  }
  return image;
};

/** Enough of an address to know it by. */
const shortened = (url: string): string => (url.length > 240 ? `${url.slice(0, 240)}...` : url);

/**
 * Draws a stored tree. At the first render that finds all of its remote images their bytes are kept and pinned to the
 * tree, so that the same URL draws the same picture after any cache was emptied (docs/interface.md#pinning).
 */
const drawStored = async (
  ports: PortsOf<'renderImage'>,
  world: World,
  query: ImageQuery,
  address: string,
  stored: FoundTree,
): Promise<RenderedImage> => {
  const tree = unpackTree(stored);
  const drawWith = async ({ images, missing }: GatheredImages): Promise<RenderedImage> => {
    const { bytes, timings, failedImages, fallback } = await draw(
      { tree, options: query.options, images, template: `${query.templateId} ${query.rv}` },
      // whoever minted the URL
      { account: query.uid },
    );
    if (fallback !== undefined) {
      const { templateId, rv } = query;
      world.log('error', 'drawn by another rasteriser', { templateId, rv, address, reason: fallback });
      world.count({ RasterFallbacks: 1 });
    }
    const undrawn = failedImages.filter(({ url }) => Object.hasOwn(images, url));
    const notes = [...missing, ...undrawn].map(({ url, reason }) => `${shortened(url)} (${reason})`);
    const { format } = query.options;
    return { bytes, format, timings: { ...timings }, missing: notes, isFallback: fallback !== undefined };
  };

  if (stored.pins) return drawWith(await readPinnedImages(ports, stored.pins));
  const remote = await fetchRemoteImages(ports, tree);
  const image = await drawWith(remote);
  if (Object.keys(remote.images).length === 0 || image.missing.length > 0) return image;

  const held = await unlessItFails(world, 'remote images not pinned', () => pinImages(ports, address, remote.images));
  if (!held) return { ...image, missing: ['remote images could not be kept'] };
  return held.areOurs ? image : drawWith(await readPinnedImages(ports, held.pins));
};
