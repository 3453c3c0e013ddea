import { Agent, request as undiciRequest } from 'undici';
import { getImageType, type ImageType } from '../../../lambdas/contract/image-bytes.ts';
import { isPublicAddress } from '../../../lambdas/remote-images/addresses.ts';
import { guardedConnector } from '../../../lambdas/remote-images/connector.ts';
import { getPort, readImageUrl } from '../../../lambdas/remote-images/image-url.ts';
import { getConnectionReason, Refusal } from '../../../lambdas/remote-images/refusal.ts';
import { remoteImages } from '../../../lambdas/remote-images/remote-images.ts';
import { type Resolve, resolveName } from '../../../lambdas/remote-images/resolve.ts';
import type { FetchAsCrawler, FetchOptions } from '../../../studio/preview/preview-page.ts';
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

export type FetchedImage = { readonly bytes: Uint8Array; readonly type: ImageType } | { readonly problem: string };

/**
 * The image behind a URL that a service answered, which may be any: fetched from public addresses, and from this machine where the
 * service is on it. Never rejects.
 */
export const fetchImage = async (baseUrl: string, address: string): Promise<FetchedImage> => {
  if (!isImageAddress(baseUrl, address)) return { problem: 'it is no address of an image' };
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

/** What a web server answered. */
export interface WebAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
  /** Where the last redirect led. */
  readonly url: URL;
}

export interface WebRequest {
  readonly accept: string;
  readonly mostBytes: number;
  readonly deadlineMs: number;
  readonly redirects: number;
  /** What is longer than `mostBytes` is cut, not refused. */
  readonly isCut?: boolean;
  /** The one port of this machine that is asked instead of public addresses. */
  readonly loopbackPort?: number | undefined;
}

/** Names the client class of link previewers (docs/readers.md). */
const userAgent = 'image-url-cli (linkpreview)';
const redirectStatuses: readonly number[] = [301, 302, 303, 307, 308];

const readBody = async (
  headers: WebAnswer['headers'],
  body: AsyncIterable<Buffer>,
  { mostBytes, isCut = false }: WebRequest,
): Promise<Buffer> => {
  if (!/^(?:identity|none|)$/i.test(String(headers['content-encoding'] ?? ''))) throw new Refusal('compressed');
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > mostBytes && !isCut) throw new Refusal('too large');
    chunks.push(chunk);
    if (bytes > mostBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, mostBytes);
};

/**
 * Requests an address that a site chose, as a link previewer would: by HTTPS from public addresses, or from one port of this machine.
 * Every hop of a redirect is checked like the first address. Never rejects.
 */
export const fetchWeb = async (address: string, options: WebRequest): Promise<WebAnswer | { problem: string }> => {
  const { accept, deadlineMs, redirects, loopbackPort } = options;
  const isLocal = loopbackPort !== undefined;
  const signal = AbortSignal.timeout(deadlineMs);
  const isAllowed = isLocal ? isLoopbackAddress : isPublicAddress;
  const dispatcher = new Agent({
    connect: guardedConnector({ resolve: resolveName, isAllowed, signal, timeoutMs: deadlineMs }),
    pipelining: 0,
    maxHeaderSize: 16 << 10,
  });
  const read = (text: string, base?: URL): URL => {
    const url = readImageUrl(text, [loopbackPort ?? 443], base);
    if (!isLocal && url.protocol !== 'https:') throw new Refusal('port not allowed');
    return url;
  };
  const headers = { accept, 'accept-encoding': 'identity', 'user-agent': userAgent };
  try {
    let url = read(address);
    for (let hop = 0; hop <= redirects; hop += 1) {
      const { statusCode: status, headers: answered, body } = await undiciRequest(url, { dispatcher, signal, headers });
      // an answer that is not read to its end fails later, when nobody waits for it any more
      body.on('error', () => undefined);
      const { location } = answered;
      if (!redirectStatuses.includes(status) || typeof location !== 'string') {
        return { status, headers: answered, bytes: await readBody(answered, body, options), url };
      }
      body.destroy();
      url = read(location, url);
    }
    throw new Refusal('too many redirects');
  } catch (error) {
    if (error instanceof Refusal) return { problem: error.reason };
    return { problem: signal.aborted ? 'timed out' : getConnectionReason(error) };
  } finally {
    dispatcher.destroy().catch(() => undefined);
  }
};

const crawlMs = 15_000;
const crawlRedirects = 5;

/** Frameworks write all tags, and this service JPEG, for the crawlers that are named here. */
const crawlerHeaders = {
  'accept-encoding': 'identity',
  'user-agent': 'image-url-preview/1.0 (like facebookexternalhit/1.1 Facebot Twitterbot/1.0)',
};

/** Name servers do not know this machine's own name. */
const resolveLocal: Resolve = async (name, signal) =>
  name === 'localhost' ? ['127.0.0.1', '::1'] : resolveName(name, signal);

const readCrawled = async (body: AsyncIterable<Buffer>, { mostBytes, isCut }: FetchOptions): Promise<Uint8Array> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    chunks.push(chunk);
    if (bytes <= mostBytes) continue;
    if (isCut) break;
    throw new Refusal('too large');
  }
  return new Uint8Array(Buffer.concat(chunks).subarray(0, mostBytes));
};

/**
 * Fetches a page, or an image it names, from public addresses; with `isLocal` and a loopback name in the address, from this machine
 * too. The port in the address is allowed, a redirect stays on it or on a web server's. Every hop is checked like the first.
 */
export const fetchAsCrawler: FetchAsCrawler = async (address, options) => {
  const signal = AbortSignal.timeout(crawlMs);
  const mayBeLocal = options.isLocal && URL.canParse(address) && isLoopback(new URL(address));
  const agent = new Agent({
    connect: guardedConnector({
      resolve: mayBeLocal ? resolveLocal : resolveName,
      isAllowed: (ip) => isPublicAddress(ip) || (mayBeLocal && isLoopbackAddress(ip)),
      signal,
      timeoutMs: crawlMs,
    }),
    pipelining: 0,
    maxHeaderSize: 16 << 10,
  });
  try {
    const ports = [80, 443, ...(URL.canParse(address) ? [getPort(new URL(address))] : [])];
    let url = readImageUrl(address, ports);
    for (let hop = 0; hop <= crawlRedirects; hop += 1) {
      const answer = await undiciRequest(url, {
        dispatcher: agent,
        signal,
        headers: { ...crawlerHeaders, accept: options.accept },
      });
      // an answer that is not read to its end fails later, when nobody waits for it any more
      answer.body.on('error', () => undefined);
      const { location, 'content-type': type = '', 'content-encoding': encoding = 'identity' } = answer.headers;
      if ([301, 302, 303, 307, 308].includes(answer.statusCode) && typeof location === 'string') {
        answer.body.destroy();
        url = readImageUrl(location, ports, url);
        continue;
      }
      if (answer.statusCode !== 200) throw new Refusal(`HTTP ${answer.statusCode}`);
      if (encoding !== 'identity') throw new Refusal('compressed');
      return { ok: true, url: url.href, contentType: String(type), bytes: await readCrawled(answer.body, options) };
    }
    throw new Refusal('too many redirects');
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, reason: error.reason };
    return { ok: false, reason: signal.aborted ? 'timed out' : getConnectionReason(error) };
  } finally {
    agent.destroy().catch(() => undefined);
  }
};
