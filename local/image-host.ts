import { readFileSync } from 'node:fs';
import type { IncomingMessage, Server } from 'node:http';
import { Writable } from 'node:stream';
import type { FunctionId } from '../lambdas/functions.ts';
import type { CloudFrontEmulator } from './cloudfront.ts';
import type { EdgeAnswer } from './edge-cache.ts';
import { type EdgeKeys, loadEdgeFunction } from './edge-function.ts';
import { edgeNode, type OriginRequest, type ViewerRequest } from './edge-node.ts';
import { front, matchesOf, refuse } from './front.ts';
import { contextOf, type Handler, type StreamHead } from './lambda-runtime.ts';

const cacheBytes = 64 << 20;
const edgeFunctionUrl = new URL('../lambdas/edge/verify-image-url.js', import.meta.url);

/** Collects what a streaming handler writes. */
class CollectedAnswer extends Writable {
  private head: StreamHead = { statusCode: 502, headers: {} };
  private readonly chunks: Buffer[] = [];

  /** As a response of Node's takes its head, before the first byte. */
  writeHead(statusCode: number, headers: StreamHead['headers']): this {
    this.head = { statusCode, headers };
    return this;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.chunks.push(chunk);
    done();
  }

  get answer(): EdgeAnswer {
    const headers = Object.entries(this.head.headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
    return { status: this.head.statusCode, headers: Object.fromEntries(headers), body: Buffer.concat(this.chunks) };
  }
}

const viewerRequestOf = (request: IncomingMessage, requestId: string): ViewerRequest => {
  const [path = '/', ...rest] = (request.url ?? '/').split('?');
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
  return {
    method: request.method ?? 'GET',
    path,
    query: rest.length > 0 ? rest.join('?') : undefined,
    headers: Object.fromEntries(headers),
    requestId,
  };
};

/** The render function behind its URL. */
export const functionUrl =
  (handlers: Promise<Pick<Record<FunctionId, Handler>, 'renderImage'>>, newId: () => string) =>
  async ({ method, path, query, headers }: OriginRequest): Promise<EdgeAnswer> => {
    const requestId = newId();
    const event = {
      version: '2.0',
      rawPath: path,
      rawQueryString: query,
      headers,
      requestContext: { requestId, http: { method, path } },
      isBase64Encoded: false,
    };
    const collected = new CollectedAnswer();
    await (await handlers).renderImage(event, collected, contextOf('renderImage', requestId));
    return collected.answer;
  };

/**
 * The image host: what CloudFront does in front of the render function, with the deployed edge function where the stage has
 * one.
 *
 * @param handlers there once the service has started; requests wait for it.
 * @param keys what the edge function verifies with; without them there is no edge function, and the service alone verifies.
 * @param invalidations has the cache drop what they name.
 */
export const imageHost = (
  handlers: Promise<Record<FunctionId, Handler>>,
  keys?: EdgeKeys,
  invalidations?: Pick<CloudFrontEmulator, 'onInvalidation'>,
): Server => {
  const edgeFunction = keys && loadEdgeFunction(readFileSync(edgeFunctionUrl, 'utf8'), keys);
  const origin = functionUrl(handlers, () => crypto.randomUUID());
  const node = edgeNode({ edgeFunction, origin, cacheBytes, now: Date.now });
  // a key of the cache is the client class, a space, path and query
  invalidations?.onInvalidation((isNamed) => node.cache.dropAll((key) => isNamed(key.slice(key.indexOf(' ') + 1))));

  return front(async (request, response, url, requestId) => {
    const isServed = request.method === 'GET' || request.method === 'HEAD';
    if (matchesOf('image', url.pathname).length === 0) return refuse(response, 'NOT_FOUND', requestId);
    if (!isServed) return refuse(response, 'METHOD_NOT_ALLOWED', requestId, { Allow: 'GET, HEAD' });

    await handlers;
    const { status, headers, body } = await node.answer(viewerRequestOf(request, requestId));
    response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : body);
  });
};
