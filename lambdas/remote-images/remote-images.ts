import type { Readable } from 'node:stream';
import { Agent, type Dispatcher, request } from 'undici';
import { getImageKind } from '../contract/image-bytes.ts';
import { limits } from '../contract/limits.ts';
import type { FetchBudget } from '../ports/images.ts';
import { isPublicAddress } from './addresses.ts';
import { type AddressRule, guardedConnector } from './connector.ts';
import { readImageUrl } from './image-url.ts';
import { getConnectionReason, overBudget, Refusal } from './refusal.ts';
import { type Resolve, resolveName } from './resolve.ts';

export interface FetchLimits {
  /** The whole of a fetch: look-ups, connections, redirects and the last byte. */
  readonly deadlineMs: number;
  readonly bodyBytes: number;
  readonly redirects: number;
}

const headerBytes = 16 << 10;
const fetchLimits: FetchLimits = { deadlineMs: 5_000, bodyBytes: limits.fetchedImageBytes, redirects: 3 };

/** Ports of web servers; others of public hosts belong to services that strangers have no business with. */
const webPorts: readonly number[] = [80, 443];

export interface RemoteImageSettings {
  /** Which addresses may be spoken to; others only for images of this machine. @default isPublicAddress */
  readonly allow?: AddressRule;
  /** As `allow`. @default webPorts */
  readonly ports?: readonly number[];
  /** @default resolveName */
  readonly resolve?: Resolve;
  /** @default fetchLimits */
  readonly limits?: Partial<FetchLimits>;
}

export type FetchedImage =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly reason: string };

/** No cookies, no referrer, no credentials: nothing tells one caller from another. */
const headers = {
  accept: 'image/*',
  // a compressed body could be thousands of times its size
  'accept-encoding': 'identity',
  'user-agent': 'image-url-service/1.0',
};

/** For a fetch that shares with none. */
const unlimited: FetchBudget = { grow: () => true, lost: new AbortController().signal };

const redirectStatuses: readonly number[] = [301, 302, 303, 307, 308];

/** Reads a body and counts its bytes: the announced length may be wrong. */
const readBounded = async (body: Readable, mostBytes: number, budget: FetchBudget): Promise<Uint8Array> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > mostBytes || !budget.grow(bytes)) throw new Refusal('too large');
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
};

/** `Content-Encoding` values that mean none. */
const plainEncoding = /^(?:identity|none|)$/i;

const readImage = async (answer: Dispatcher.ResponseData, mostBytes: number, budget: FetchBudget) => {
  if (answer.statusCode !== 200) throw new Refusal(`HTTP ${answer.statusCode}`);
  const { 'content-encoding': encoding = '', 'content-length': length = '0' } = answer.headers;
  if (!plainEncoding.test(String(encoding))) throw new Refusal('compressed');
  if (Number(length) > mostBytes || !budget.grow(Number(length) || 0)) throw new Refusal('too large');
  const bytes = await readBounded(answer.body, mostBytes, budget);
  // by its bytes, not by its label: what is no image never leaves this function
  if (getImageKind(bytes) === undefined) throw new Refusal('not an image');
  return bytes;
};

/**
 * Fetches images from addresses strangers chose, from the public internet only. Every hop of a redirect is checked like
 * the first address. Never rejects: what cannot be had comes back as a reason.
 */
export const remoteImages = (settings: RemoteImageSettings = {}) => {
  const { allow: isAllowed = isPublicAddress, ports = webPorts, resolve = resolveName } = settings;
  const { deadlineMs, bodyBytes, redirects } = { ...fetchLimits, ...settings.limits };

  const follow = async (address: string, budget: FetchBudget, dispatcher: Agent, signal: AbortSignal) => {
    let url = readImageUrl(address, ports);
    for (let hop = 0; hop <= redirects; hop += 1) {
      if (budget.checkAdmission && !(await budget.checkAdmission(url.hostname))) throw new Refusal(overBudget);
      const answer = await request(url, { dispatcher, method: 'GET', signal, headers });
      // an answer that is not read to its end fails later, when nobody waits for it any more
      answer.body.on('error', () => undefined);
      const { location } = answer.headers;
      if (!redirectStatuses.includes(answer.statusCode) || typeof location !== 'string') {
        return readImage(answer, bodyBytes, budget);
      }
      answer.body.destroy();
      url = readImageUrl(location, ports, url);
    }
    throw new Refusal('too many redirects');
  };

  return {
    async fetch(address: string, budget: FetchBudget = unlimited): Promise<FetchedImage> {
      const signal = AbortSignal.any([AbortSignal.timeout(deadlineMs), budget.lost]);
      // one for each fetch: no connection is shared, and none is left when it ends
      const agent = new Agent({
        connect: guardedConnector({ resolve, isAllowed, signal, timeoutMs: deadlineMs }),
        pipelining: 0,
        maxHeaderSize: headerBytes,
      });
      try {
        return { ok: true, bytes: await follow(address, budget, agent, signal) };
      } catch (error) {
        if (error instanceof Refusal) return { ok: false, reason: error.reason };
        if (budget.lost.aborted) return { ok: false, reason: 'too large' };
        return { ok: false, reason: signal.aborted ? 'timed out' : getConnectionReason(error) };
      } finally {
        agent.destroy().catch(() => undefined);
      }
    },
  };
};
