import type { IncomingMessage, Server } from 'node:http';
import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { assetPrefix, onDemandPrefix, sitePrefix } from 'image-url-contract/edge.ts';
import type { ImageRouteId } from 'image-url-contract/routes.ts';
import type { FunctionId } from '../lambdas/config/functions.ts';
import type { LoggedRequest } from '../lambdas/domain/views/access-log.ts';
import { type DeliveryId, edgeFunctions, edgeSourceBelow } from '../lib/delivery/edge-functions.ts';
import { edgeSource } from '../lib/delivery/edge-source.ts';
import type { AccessLogs } from './access-logs.ts';
import { bucketOrigin } from './bucket-origin.ts';
import type { CloudFrontEmulator } from './cloudfront.ts';
import { type EdgeAnswer, EdgeCache } from './edge-cache.ts';
import { type EdgeKeys, loadEdgeFunction } from './edge-function.ts';
import { edgeNode, type OriginRequest, type ViewerRequest } from './edge-node.ts';
import { createHostServer, getMatches, refuse } from './host-server.ts';
import { getContext, type Handler, type StreamHead, TooManyRequests } from './lambda-runtime.ts';

/** Bytes of all images in the cache of the edge. */
const cacheBytes = 64 << 20;

/** Collects the output of a streaming handler. */
class CollectedAnswer extends Writable {
  private head: StreamHead = { statusCode: 502, headers: {} };
  private readonly chunks: Buffer[] = [];

  /** Sets status and headers before the first byte, like a response of Node. */
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

const getViewerRequest = (request: IncomingMessage, requestId: string): ViewerRequest => {
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

/** Returns what the access log says of a request. */
const toLogged = (
  { method, path, query, headers }: ViewerRequest,
  { status, headers: { 'content-type': type = '-' } }: Pick<EdgeAnswer, 'status' | 'headers'>,
  at: Date,
): LoggedRequest => ({
  date: at.toISOString().slice(0, 10),
  time: at.toISOString().slice(11, 19),
  'cs-method': method,
  'cs-uri-stem': path,
  'cs-uri-query': query ?? '-',
  'sc-status': String(status),
  'sc-content-type': status === 304 ? '-' : type,
  'cs(User-Agent)': headers['user-agent'] ?? '-',
});

/** What the URL of a function answers that has no execution left: in AWS's form, not in the service's. */
const throttled: EdgeAnswer = {
  status: 429,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from('{"message":"Rate Exceeded."}'),
};

/** The render function behind its URL. */
export const functionUrl =
  <F extends ImageRouteId = 'renderImage'>(
    handlers: Promise<Pick<Record<FunctionId, Handler>, F>>,
    newId: () => string,
    id: F = 'renderImage' as F,
  ) =>
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
    const answered = finished(collected, { readable: false });
    const invocation = (await handlers)[id](event, collected, getContext(id, requestId));
    // the function may work on after its last byte
    const refused = await Promise.race([answered, invocation]).then(
      () => false,
      (error: unknown) => {
        if (error instanceof TooManyRequests) return true;
        throw error;
      },
    );
    invocation.catch(() => undefined);
    return refused ? throttled : collected.answer;
  };

/**
 * The image host: CloudFront's work in front of the render functions and the bucket of assets, with the deployed edge function if the stage has
 * one.
 *
 * @param handlers resolves once the service has started; requests wait for it
 * @param keys of the edge function; without them there is no edge function, and only the service verifies
 * @param invalidations make the cache drop what they name
 * @param below path below which it delivers the images, as another distribution does. @default none
 * @param bucket with the assets. @default none
 * @param logs get every request that is answered. @default none
 */
export const imageHost = (
  handlers: Promise<Record<FunctionId, Handler>>,
  keys?: EdgeKeys,
  invalidations?: Pick<CloudFrontEmulator, 'onInvalidation'>,
  {
    below,
    bucket = '',
    logs,
  }: { readonly below?: string; readonly bucket?: string; readonly logs?: Pick<AccessLogs, 'add'> } = {},
): Server => {
  const cache = new EdgeCache(cacheBytes);
  const getNode = (id: DeliveryId) => {
    const source = edgeSource(edgeFunctions[id]);
    const edgeFunction = keys && loadEdgeFunction(edgeSourceBelow(below === undefined ? [] : [below], source), keys);
    const origin = id === 'deliverAsset' ? bucketOrigin(bucket) : functionUrl(handlers, () => crypto.randomUUID(), id);
    return edgeNode({ edgeFunction, origin, cache, now: () => Date.now() });
  };
  const node = getNode('renderImage');
  const onDemand = getNode('renderOnDemand');
  const site = getNode('renderSiteImage');
  const asset = getNode('deliverAsset');
  const byPrefix = { [onDemandPrefix]: onDemand, [sitePrefix]: site, [assetPrefix]: asset };
  // the cache key consists of client class, space, path and query
  invalidations?.onInvalidation((isNamed) => cache.dropAll((key) => isNamed(key.slice(key.indexOf(' ') + 1))), below);

  return createHostServer(async (request, response, url, requestId) => {
    const isServed = request.method === 'GET' || request.method === 'HEAD';
    const path =
      below !== undefined && url.pathname.startsWith(below) ? url.pathname.slice(below.length) : url.pathname;
    const [, answering = node] = Object.entries(byPrefix).find(([prefix]) => path.startsWith(prefix)) ?? [];
    if (answering === node && getMatches('image', path).length === 0) return refuse(response, 'NOT_FOUND', requestId);
    if (!isServed) return refuse(response, 'METHOD_NOT_ALLOWED', requestId, { Allow: 'GET, HEAD' });

    await handlers;
    const asked = getViewerRequest(request, requestId);
    const { status, headers, body } = await answering.answer(asked);
    logs?.add(toLogged(asked, { status, headers }, new Date()));
    response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : body);
  });
};
