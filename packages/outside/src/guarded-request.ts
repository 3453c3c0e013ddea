import type { Readable } from 'node:stream';
import { Agent, request } from 'undici';
import { type AddressRule, guardedConnector, type Resolve } from './connector.ts';
import { readImageUrl } from './image-url.ts';
import { getConnectionReason, Refusal } from './refusal.ts';

const headerBytes = 16 << 10;
const redirectStatuses: readonly number[] = [301, 302, 303, 307, 308];

/** Allowed destinations and limits of a request. */
export interface GuardedRequest {
  readonly headers: Readonly<Record<string, string>>;
  /** Allowed ports, also of redirects. */
  readonly ports: readonly number[];
  readonly isAllowed: AddressRule;
  readonly resolve: Resolve;
  /** Milliseconds for the whole request: look-ups, connections, redirects and the last byte. */
  readonly deadlineMs: number;
  readonly redirects: number;
  /** Throws a `Refusal` for a hop that is not allowed. */
  readonly checkHop?: (url: URL) => void | Promise<void>;
}

export interface GuardedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Readable;
  /** URL after all redirects. */
  readonly url: URL;
}

/**
 * Requests an untrusted address. Every hop of a redirect is checked like the first address, and no connection is shared
 * with another request.
 *
 * @param read reads the final response, which is not a redirect; throws a `Refusal` to reject it
 * @returns what `read` returns, or the reason of a failure. Never rejects.
 */
export const guardedRequest = async <T>(
  address: string,
  settings: GuardedRequest,
  read: (answer: GuardedAnswer) => T | Promise<T>,
): Promise<{ readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string }> => {
  const { headers, ports, isAllowed, resolve, deadlineMs: timeoutMs, redirects, checkHop } = settings;
  // a compressed body can be thousands of times its size
  const sent = { ...headers, 'accept-encoding': 'identity' };
  const signal = AbortSignal.timeout(timeoutMs);
  const dispatcher = new Agent({
    connect: guardedConnector({ resolve, isAllowed, signal, timeoutMs }),
    pipelining: 0,
    maxHeaderSize: headerBytes,
  });
  try {
    let url = readImageUrl(address, ports);
    for (let hop = 0; hop <= redirects; hop += 1) {
      await checkHop?.(url);
      const { statusCode: status, headers: answered, body } = await request(url, { dispatcher, signal, headers: sent });
      // without a listener, the error of an unread body would end the process
      body.on('error', () => undefined);
      const { location } = answered;
      if (!redirectStatuses.includes(status) || typeof location !== 'string')
        return { ok: true, value: await read({ status, headers: answered, body, url }) };
      body.destroy();
      url = readImageUrl(location, ports, url);
    }
    throw new Refusal('too many redirects');
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, reason: error.reason };
    return { ok: false, reason: signal.aborted ? 'timed out' : getConnectionReason(error) };
  } finally {
    dispatcher.destroy().catch(() => undefined);
  }
};

/** `Content-Encoding` values that mean no encoding. */
const plainEncoding = /^(?:identity|none|)$/i;

interface BodyLimits {
  readonly mostBytes: number;
  /** Whether a longer body is cut instead of rejected. @default false */
  readonly isCut?: boolean | undefined;
  /** Called with the bytes announced or received so far. */
  readonly countBytes?: ((bytes: number) => void) | undefined;
}

/** Reads a body and counts its bytes, because the announced length may be wrong. @throws Refusal */
export const readBody = async (
  { headers, body }: Pick<GuardedAnswer, 'headers' | 'body'>,
  { mostBytes, isCut = false, countBytes }: BodyLimits,
): Promise<Buffer> => {
  const { 'content-encoding': encoding = '', 'content-length': length = '0' } = headers;
  if (!plainEncoding.test(String(encoding))) throw new Refusal('compressed');
  const isTooLarge = (bytes: number): boolean => {
    if (!isCut && bytes > mostBytes) return true;
    countBytes?.(bytes);
    return false;
  };
  if (isTooLarge(Number(length) || 0)) throw new Refusal('too large');
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (isTooLarge(bytes)) throw new Refusal('too large');
    chunks.push(chunk);
    if (bytes > mostBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, mostBytes);
};
