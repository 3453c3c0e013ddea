import { Readable } from 'node:stream';
import middy from '@middy/core';
import { executionModeStreamifyResponse } from '@middy/core/StreamifyResponse';
import type { LambdaFunctionURLEvent } from 'aws-lambda';
import { fallbackParameter } from 'image-url-contract/access-log-fields.ts';
import { edgeHeaders } from 'image-url-contract/edge.ts';
import { limits } from 'image-url-contract/limits.ts';
import type { Route } from 'image-url-contract/routes.ts';
import { type ClientClass, clientClasses } from 'image-url-engine/client-classes.ts';
import { denyListDelaySeconds } from '../domain/deny-list.ts';
import { getEtag, matchesIfNoneMatch } from '../domain/etag.ts';
import type { DeliveredImage } from '../ports/images.ts';
import type { Runtime } from '../ports/runtime.ts';
import { answerFailure, getSecondsUntil } from './answer.ts';
import type { Outgoing } from './call.ts';
import { beforeTimeout, inTime, noTimeout } from './deadline.ts';

const countDelivery = (runtime: Runtime, { timings }: DeliveredImage): void => {
  const { layout: LayoutTime = 0, raster: RasterTime = 0, encode: EncodeTime = 0 } = timings ?? {};
  runtime.count(timings ? { Renders: 1, LayoutTime, RasterTime, EncodeTime } : { CacheHits: 1 });
};

const stream = (body: string | Uint8Array): Readable =>
  Readable.from(body.length === 0 ? [] : [Buffer.from(body as string)]);

/** Any site may embed the images; browsers must not sniff their type. */
const openHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
};

/** Maximum length of `X-Image-Warning`, in characters. */
const longestWarning = 1_000;

/** Percent-encodes everything that a header value may not contain: all but visible ASCII and spaces. */
const encodeHeader = (parts: readonly string[]): string =>
  parts
    .join(', ')
    .toWellFormed()
    .replace(/[^ -~]+/g, encodeURIComponent)
    .slice(0, longestWarning);

type Delivery = DeliveredImage & {
  readonly clientClass: ClientClass | undefined;
  readonly isNegotiated: boolean;
  /** Why the account's fallback image is delivered instead of the image. */
  readonly fallbackReason?: string;
  /** What is probably wrong with the variables of an on-demand URL. */
  readonly variableWarnings?: readonly string[] | undefined;
  /** Whether the URL shows another image after its page changes. @default false */
  readonly isPointer?: boolean;
};

/**
 * For the image of a page: cached for five minutes, then served stale during revalidation for no longer than a
 * revocation takes. The edge's cache key changes with revocations.
 */
const pointerCacheControl = `public, max-age=300, stale-while-revalidate=${denyListDelaySeconds}`;

/**
 * Returns `Cache-Control` of an image: `limits.imageCacheSeconds`, or less for an image without a remote image that
 * will be fetched again. `packages/contract/src/image-retention.ts` has the time for which rendered images are stored.
 */
const getCacheControl = ({ freshUntil, isPointer }: Delivery, now: Date): string => {
  if (isPointer) return pointerCacheControl;
  const freshSeconds = freshUntil ? getSecondsUntil(freshUntil, now) : limits.imageCacheSeconds;
  return `public, max-age=${Math.min(limits.imageCacheSeconds, freshSeconds)}`;
};

const getWarnings = ({
  missing,
  svgNotes = [],
  clientClass,
  bytes,
  fallbackReason,
  variableWarnings = [],
}: Delivery): string[] => [
  ...(fallbackReason === undefined ? [] : [`fallback: ${encodeHeader([fallbackReason])}`]),
  ...(variableWarnings.length > 0 ? [`variables: ${encodeHeader(variableWarnings)}`] : []),
  ...(missing.length > 0 ? [`missing: ${encodeHeader(missing)}`] : []),
  ...(svgNotes.length > 0 ? [`svg: ${encodeHeader(svgNotes)}`] : []),
  ...(clientClass === 'previewer' && bytes.length > limits.previewerBytes
    ? [`large: ${bytes.length} bytes, and no smaller form that shows the same`]
    : []),
];

/**
 * Returns the type of an image. That of a fallback image says so in a parameter, by which access logs tell it from a view
 * of the URL's own image; no other header is in them.
 */
const getContentType = ({ format, fallbackReason }: Delivery): string =>
  fallbackReason === undefined ? `image/${format}` : `image/${format}; ${fallbackParameter}`;

const getImageHeaders = (image: Delivery, etag: string | undefined, now: Date): Record<string, string> => {
  const { timings } = image;
  const warnings = getWarnings(image);
  const source = timings ? 'render' : 'object-cache';
  const stages = Object.entries(timings ?? {}).map(([stage, ms]) => `${stage};dur=${ms.toFixed(1)}`);
  return {
    ...openHeaders,
    'Cache-Control': getCacheControl(image, now),
    ...(etag !== undefined && { ETag: etag }),
    'X-Cache': source,
    // CloudFront overwrites X-Cache
    'X-Image-Cache': source,
    ...(timings && { 'Server-Timing': stages.join(', ') }),
    ...(warnings.length > 0 && { 'X-Image-Warning': warnings.join('; ') }),
    ...(image.isNegotiated &&
      image.clientClass && { Vary: 'User-Agent', [edgeHeaders.clientClass]: image.clientClass }),
  };
};

/** A request for an image. Behind the edge function, parts of it are in headers. */
interface ImageRequest {
  /** The signed query. */
  readonly rawQuery: string;
  readonly rawPath: string;
  readonly requestId: string;
  /** The client class; undefined without an edge function. */
  readonly clientClass: ClientClass | undefined;
}

const readRequest = (
  { rawQueryString, rawPath, headers, requestContext }: LambdaFunctionURLEvent,
  isBehindEdge: boolean,
) => {
  const edgeValues = isBehindEdge ? headers : {};
  const signature = edgeValues[edgeHeaders.signature];
  return {
    // together they are the signed query; a parameter in both is a duplicate and rejected
    rawQuery: signature === undefined ? rawQueryString : `${rawQueryString}&${signature}`,
    rawPath,
    requestId: edgeValues[edgeHeaders.requestId] ?? requestContext.requestId,
    clientClass: clientClasses.find((known) => known === edgeValues[edgeHeaders.clientClass]),
  } satisfies ImageRequest;
};

const isHead = ({ requestContext }: LambdaFunctionURLEvent): boolean => requestContext.http.method === 'HEAD';

/**
 * Declares an endpoint of images behind a function URL (docs/interface.md#images).
 *
 * @param isBehindEdge whether the edge function is enabled; without it, its headers come from the viewer and are
 * ignored
 */
export const imageEndpoint = (
  route: Route,
  runtime: Runtime,
  { isBehindEdge }: { readonly isBehindEdge: boolean },
  run: (request: ImageRequest) => Promise<Omit<Delivery, 'clientClass'>>,
) => {
  const afterwards = new WeakMap<LambdaFunctionURLEvent, Delivery['after']>();
  const deliver = async (event: LambdaFunctionURLEvent): Promise<Outgoing> => {
    const request = readRequest(event, isBehindEdge);
    const { requestId, clientClass } = request;
    const { after, ...delivered } = await run(request);
    afterwards.set(event, after);
    const image = { ...delivered, clientClass };
    countDelivery(runtime, image);
    // logs of 304 have no type, so a fallback image is never answered with it
    const etag = image.fallbackReason === undefined ? getEtag(image.bytes) : undefined;
    const headers = { ...getImageHeaders(image, etag, runtime.now()), 'X-Request-Id': requestId };
    if (etag !== undefined && matchesIfNoneMatch(etag, event.headers['if-none-match']))
      return { statusCode: 304, headers, body: stream('') };

    const described = {
      ...headers,
      'Content-Type': getContentType(image),
      'Content-Length': String(image.bytes.length),
    };
    return { statusCode: 200, headers: described, body: stream(isHead(event) ? '' : image.bytes) };
  };
  const answer = middy<LambdaFunctionURLEvent, Outgoing>({
    ...noTimeout,
    executionMode: executionModeStreamifyResponse,
  })
    .handler((event, context) => beforeTimeout(context, deliver(event)))
    .onError((request) => {
      const { event, error } = request;
      const { requestId } = readRequest(event, isBehindEdge);
      const { statusCode, headers, body } = answerFailure(route, runtime, error, requestId);
      const seconds = headers['Retry-After'];
      // caches may store a failure until it may be retried
      const caching = seconds !== undefined && { 'Cache-Control': `public, max-age=${seconds}` };
      request.response = {
        statusCode,
        headers: { ...openHeaders, ...headers, ...caching },
        body: stream(isHead(event) ? '' : body),
      };
    });
  /** Answers; what follows the last byte belongs to the invocation, even if the client has gone. */
  const invoke = async (event: LambdaFunctionURLEvent, ...call: readonly unknown[]): Promise<void> => {
    const [, context] = call as [unknown, { callbackWaitsForEmptyEventLoop?: boolean } | undefined];
    // sockets stay open: without this, the runtime may wait for them until the timeout
    if (context) context.callbackWaitsForEmptyEventLoop = false;
    try {
      await (answer as unknown as (...given: readonly unknown[]) => Promise<void>)(event, ...call);
    } finally {
      await afterwards
        .get(event)?.()
        .catch((cause: unknown) => runtime.log('error', 'work after an answer failed', { cause }));
    }
  };
  // has the property by which the runtime recognises a streaming handler
  return inTime(Object.assign(invoke, answer));
};
