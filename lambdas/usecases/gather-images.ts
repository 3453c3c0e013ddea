import { treeLimits } from '../core/vnode/limits.ts';
import { remoteImagesOf } from '../core/vnode/remote-images.ts';
import type { VElement } from '../core/vnode/vnode.ts';
import type { Pins, PortsOf } from '../ports/ports.ts';

/** The remote images of a tree, those that could be fetched and those that could not. */
export interface GatheredImages {
  readonly images: Readonly<Record<string, Uint8Array>>;
  readonly missing: readonly { readonly url: string; readonly reason: string }[];
}

type Had = { readonly url: string; readonly bytes: Uint8Array };
type NotHad = { readonly url: string; readonly reason: string };

const gathered = (results: readonly (Had | NotHad)[]): GatheredImages => ({
  images: Object.fromEntries(results.flatMap((result) => ('bytes' in result ? [[result.url, result.bytes]] : []))),
  missing: results.filter((result): result is NotHad => 'reason' in result),
});

/** Reads pinned images. Bytes that are lost count as missing; their address is not asked again. */
export const readPinnedImages = async (ports: Pick<PortsOf<'renderImage'>, 'pinnedImages:read'>, pins: Pins) => {
  const read = async ([url, hash]: [string, string]): Promise<Had | NotHad> => {
    const bytes = await ports['pinnedImages:read'].find(hash);
    return bytes ? { url, bytes } : { url, reason: 'lost' };
  };
  return gathered(await Promise.all(Object.entries(pins).map(read)));
};

/** Fetches the remote images a tree names; those beyond the limits count as missing. */
export const fetchRemoteImages = async (ports: Pick<PortsOf<'renderImage'>, 'remoteImages:fetch'>, tree: VElement) => {
  const room = { bytes: treeLimits.remoteImageBytes };
  const fetchOne = async (url: string, n: number): Promise<Had | NotHad> => {
    if (n >= treeLimits.remoteImages) return { url, reason: 'too many images' };
    const answer = await ports['remoteImages:fetch'].fetch(url, room);
    return answer.ok ? { url, bytes: answer.bytes } : { url, reason: answer.reason };
  };
  return gathered(await Promise.all(remoteImagesOf(tree).map(fetchOne)));
};

/** Keeps the bytes of remote images and pins them to the tree; returns the pins that hold, an earlier render's if it was first. */
export const pinImages = async (
  ports: Pick<PortsOf<'renderImage'>, 'pinnedImages:write' | 'trees:pin'>,
  address: string,
  images: GatheredImages['images'],
): Promise<{ readonly pins: Pins; readonly areOurs: boolean }> => {
  const put = async ([url, bytes]: [string, Uint8Array]) =>
    [url, await ports['pinnedImages:write'].put(bytes)] as const;
  const ours = Object.fromEntries(await Promise.all(Object.entries(images).map(put)));
  const pins = await ports['trees:pin'].pin(address, ours);
  return { pins, areOurs: Object.entries(ours).every(([url, hash]) => pins[url] === hash) };
};
