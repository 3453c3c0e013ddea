import { type PictureType, pictureTypeOf } from '../../../lambdas/contract/image-bytes.ts';
import { portOf } from '../../../lambdas/remote-images/image-url.ts';
import { remoteImages } from '../../../lambdas/remote-images/remote-images.ts';
import { type AskService, serviceConnection } from '../../../studio/templates/service-connection.ts';
import { isImageAddress, isLoopback, isLoopbackAddress } from './addresses.ts';

/* Every request of the command line. Keys come from `readApiKey`, which knows the addresses they are for. */

/** Sends a request. A redirect is answered as it is: key and code are for the address they were sent to. */
export const send = (url: string, request: RequestInit): Promise<Response> =>
  fetch(url, { ...request, redirect: 'manual' });

/** Asks a service for the studio. */
export const connection = (baseUrl: string, apiKey: string): AskService => serviceConnection({ baseUrl, apiKey });

/** Nobody waits longer for an image that is rendered while they wait. */
const fetchMs = 60_000;

export type FetchedImage = { readonly bytes: Uint8Array; readonly type: PictureType } | { readonly problem: string };

/**
 * The image behind a URL that a service answered, which may be any: fetched from public addresses, and from this machine where the
 * service is on it. Never rejects.
 */
export const fetchImage = async (baseUrl: string, address: string): Promise<FetchedImage> => {
  if (!isImageAddress(baseUrl, address)) return { problem: 'it is no address of an image' };
  const url = new URL(address);
  const images = remoteImages({
    limits: { deadlineMs: fetchMs, redirects: 0 },
    ...(isLoopback(url) && { ports: [portOf(url)], allow: isLoopbackAddress }),
  });
  const fetched = await images.fetch(url.href);
  if (!fetched.ok) return { problem: fetched.reason };
  const type = pictureTypeOf(fetched.bytes);
  return type ? { bytes: fetched.bytes, type } : { problem: 'it is of a kind that is not shown' };
};
