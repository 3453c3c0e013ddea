import { getImageType, type ImageType } from 'image-url-engine/images.ts';
import { isLoopback } from 'image-url-engine/trees.ts';
import { isLoopbackAddress, isPublicAddress } from 'image-url-outside/addresses.ts';
import { resolveLocalName, resolveName } from 'image-url-outside/connector.ts';
import { type GuardedAnswer, guardedRequest, readBody } from 'image-url-outside/guarded-request.ts';
import { getPort } from 'image-url-outside/image-url.ts';
import { Refusal } from 'image-url-outside/refusal.ts';
import { remoteImages } from 'image-url-outside/remote-images.ts';
import type { FetchAsCrawler } from 'image-url-studio/preview/preview-page.ts';
import { type AskService, serviceConnection } from 'image-url-studio/templates/service-connection.ts';
import { isImageAddress } from './addresses.ts';

/* All requests of the command line. Keys come from `readApiKey`, which binds them to addresses. */

/** Sends a request. Redirects are not followed, because key and code are for this address only. */
export const send = (url: string, request: RequestInit): Promise<Response> =>
  fetch(url, { ...request, redirect: 'manual' });

/** Returns the studio's connection to a service. */
export const connection = (baseUrl: string, apiKey: string): AskService => serviceConnection({ baseUrl, apiKey });

/** Timeout of an image that is rendered during the request. */
const fetchMs = 60_000;

export type FetchedImage = { readonly bytes: Uint8Array; readonly type: ImageType } | { readonly problem: string };

/**
 * Fetches the image of a URL from a service's response, which may be any URL: from public addresses, and from this
 * machine if the service is on it. Never rejects.
 */
export const fetchImage = async (baseUrl: string, address: string): Promise<FetchedImage> => {
  if (!isImageAddress(baseUrl, address)) return { problem: 'it is not an address of an image' };
  const url = new URL(address);
  const images = remoteImages({
    limits: { deadlineMs: fetchMs, redirects: 0 },
    ...(isLoopback(url) && { ports: [getPort(url)], allow: isLoopbackAddress }),
  });
  const fetched = await images.fetch(url.href);
  if (!fetched.ok) return { problem: fetched.reason };
  const type = getImageType(fetched.bytes);
  return type ? { bytes: fetched.bytes, type } : { problem: 'it is of a kind that is not shown' };
};

/** Response of a web server. */
export interface WebAnswer extends Pick<GuardedAnswer, 'status' | 'headers' | 'url'> {
  readonly bytes: Buffer;
}

export interface WebRequest {
  readonly accept: string;
  readonly mostBytes: number;
  readonly deadlineMs: number;
  readonly redirects: number;
  /** Whether a body longer than `mostBytes` is cut instead of rejected. */
  readonly isCut?: boolean;
  /** Port of this machine that is requested instead of public addresses. */
  readonly loopbackPort?: number | undefined;
}

/** Identifies as the client class of link previewers (docs/client-classes.md). */
const userAgent = 'image-url-cli (linkpreview)';

/**
 * Requests an address of a site like a link previewer: by HTTPS from public addresses, or from one port of this
 * machine. Never rejects.
 */
export const fetchWeb = async (address: string, options: WebRequest): Promise<WebAnswer | { problem: string }> => {
  const { accept, deadlineMs, redirects, loopbackPort } = options;
  const isLocal = loopbackPort !== undefined;
  const checkHop = ({ protocol }: URL): void => {
    if (!isLocal && protocol !== 'https:') throw new Refusal('port not allowed');
  };
  const headers = { accept, 'user-agent': userAgent };
  const isAllowed = isLocal ? isLoopbackAddress : isPublicAddress;
  const fetched = await guardedRequest(
    address,
    { headers, ports: [loopbackPort ?? 443], isAllowed, resolve: resolveName, deadlineMs, redirects, checkHop },
    async ({ status, headers: answered, body, url }) => {
      const bytes = await readBody({ headers: answered, body }, options);
      return { status, headers: answered, url, bytes };
    },
  );
  return fetched.ok ? fetched.value : { problem: fetched.reason };
};

const crawl = { deadlineMs: 15_000, redirects: 5 } as const;

/** Names of crawlers for which frameworks write all tags, and this service JPEG. */
const crawlerHeaders = {
  'user-agent': 'image-url-preview/1.0 (like facebookexternalhit/1.1 Facebot Twitterbot/1.0)',
};

/**
 * Fetches a page or its image from public addresses; with `isLocal` and a loopback name in the address, also from this
 * machine. The port of the address is allowed; redirects must use it or a web server's port.
 */
export const fetchAsCrawler: FetchAsCrawler = async (address, options) => {
  const given = URL.parse(address);
  const mayBeLocal = options.isLocal && given !== null && isLoopback(given);
  const request = {
    headers: { ...crawlerHeaders, accept: options.accept },
    ports: [80, 443, ...(given ? [getPort(given)] : [])],
    isAllowed: (ip: string) => isPublicAddress(ip) || (mayBeLocal && isLoopbackAddress(ip)),
    resolve: mayBeLocal ? resolveLocalName : resolveName,
    ...crawl,
  };
  const fetched = await guardedRequest(address, request, async (answer) => {
    if (answer.status !== 200) throw new Refusal(`HTTP ${answer.status}`);
    const contentType = String(answer.headers['content-type'] ?? '');
    return { url: answer.url.href, contentType, bytes: new Uint8Array(await readBody(answer, options)) };
  });
  return fetched.ok ? { ok: true, ...fetched.value } : fetched;
};
