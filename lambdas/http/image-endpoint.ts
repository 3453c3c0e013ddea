import { Readable } from 'node:stream';
import middy, { type MiddlewareObj } from '@middy/core';
import { executionModeStreamifyResponse } from '@middy/core/StreamifyResponse';
import type { LambdaFunctionURLEvent } from 'aws-lambda';
import { edgeHeaders } from '../contract/edge.ts';
import { limits } from '../contract/limits.ts';
import { routes } from '../contract/routes.ts';
import type { ImageFormat } from '../contract/schemas/render.ts';
import { etagOf, isMatchedBy } from '../core/etag.ts';
import type { World } from '../ports/ports.ts';
import { answerError } from './answer.ts';
import { logFailure, promisedBy } from './answer-errors.ts';
import { answersInTime, inTime } from './deadline.ts';
import type { LambdaHandler } from './endpoint.ts';

/** A picture ready to be sent. */
export interface DeliveredImage {
  readonly bytes: Uint8Array;
  readonly format: ImageFormat;
  /** Milliseconds by stage of a fresh rendering; absent when the picture came from the object cache. */
  readonly timings?: Readonly<Record<string, number>>;
  /** Remote images that are missing from the picture. */
  readonly missing: readonly string[];
  /** Drawn in another way than others of its engine. */
  readonly isFallback: boolean;
}

const countDelivery = (world: World, { timings }: DeliveredImage): void => {
  const { layout: LayoutTime = 0, raster: RasterTime = 0, encode: EncodeTime = 0 } = timings ?? {};
  world.count(timings ? { Renders: 1, LayoutTime, RasterTime, EncodeTime } : { CacheHits: 1 });
};

interface StreamedAnswer {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  readonly body: Readable | string;
}

const stream = (body: string | Uint8Array): Readable =>
  Readable.from(body.length === 0 ? [] : [Buffer.from(body as string)]);

/** Anyone may embed the pictures anywhere, and no browser may take them for something else. */
const openHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
};

/** Longest `X-Image-Warning`, in characters. */
const longestWarning = 1_000;

/** A header value may hold visible ASCII and spaces only; anything else is percent-encoded. */
const headerText = (parts: readonly string[]): string =>
  parts
    .join(', ')
    .toWellFormed()
    .replace(/[^ -~]+/g, encodeURIComponent)
    .slice(0, longestWarning);

/** How long caches may show it: one that may look otherwise next time is asked for again sooner. */
const maxAgeOf = ({ missing, isFallback }: DeliveredImage): number => {
  if (missing.length > 0) return limits.incompleteImageCacheSeconds;
  return isFallback ? limits.fallbackImageCacheSeconds : limits.imageCacheSeconds;
};

const warningsOf = ({ missing, isFallback }: DeliveredImage): string[] => [
  ...(isFallback ? ['fallback: drawn by another rasteriser'] : []),
  ...(missing.length > 0 ? [`missing: ${headerText(missing)}`] : []),
];

const imageHeaders = (image: DeliveredImage, etag: string): Record<string, string> => {
  const { timings } = image;
  const warnings = warningsOf(image);
  const source = timings ? 'render' : 'object-cache';
  const stages = Object.entries(timings ?? {}).map(([stage, ms]) => `${stage};dur=${ms.toFixed(1)}`);
  return {
    ...openHeaders,
    'Cache-Control': `public, max-age=${maxAgeOf(image)}`,
    ETag: etag,
    'X-Cache': source,
    // CloudFront writes X-Cache itself
    'X-Image-Cache': source,
    ...(timings && { 'Server-Timing': stages.join(', ') }),
    ...(warnings.length > 0 && { 'X-Image-Warning': warnings.join('; ') }),
  };
};

/** The signed query and the request's id. Behind the edge function, parts of both travel in headers. */
interface ImageRequest {
  readonly rawQuery: string;
  readonly requestId: string;
}

const readRequest = ({ rawQueryString, headers, requestContext }: LambdaFunctionURLEvent, isBehindEdge: boolean) => {
  const signature = isBehindEdge ? headers[edgeHeaders.signature] : undefined;
  const viewersId = isBehindEdge ? headers[edgeHeaders.requestId] : undefined;
  return {
    // together they are the whole signed query; a parameter in both places is one too many
    rawQuery: signature === undefined ? rawQueryString : `${rawQueryString}&${signature}`,
    requestId: viewersId ?? requestContext.requestId,
  } satisfies ImageRequest;
};

const answerErrors = (world: World, isBehindEdge: boolean): MiddlewareObj<LambdaFunctionURLEvent, StreamedAnswer> => ({
  onError: (request) => {
    const { requestId } = readRequest(request.event, isBehindEdge);
    const shown = promisedBy(routes.renderImage, request.error);
    logFailure(world, shown, requestId);
    const { statusCode, headers, body } = answerError(shown, requestId, world.now());
    const isHead = request.event.requestContext.http.method === 'HEAD';
    request.response = {
      statusCode,
      headers: { ...openHeaders, ...(headers as Record<string, string>) },
      body: stream(isHead ? '' : body),
    };
  },
});

/**
 * Declares the image endpoint behind a function URL (docs/interface.md#images).
 *
 * @param isBehindEdge whether the edge function stands in front; without it its headers are a viewer's and count for nothing.
 * @param run finds or draws the picture of a raw query string.
 */
export const imageEndpoint = (
  world: World,
  { isBehindEdge }: { readonly isBehindEdge: boolean },
  run: (rawQuery: string) => Promise<DeliveredImage>,
): LambdaHandler => {
  const chain = middy<LambdaFunctionURLEvent, StreamedAnswer>({
    ...answersInTime,
    executionMode: executionModeStreamifyResponse,
  })
    .use(answerErrors(world, isBehindEdge))
    .handler(async (event) => {
      const { rawQuery, requestId } = readRequest(event, isBehindEdge);
      const image = await run(rawQuery);
      countDelivery(world, image);
      const etag = etagOf(image.bytes);
      const headers = { ...imageHeaders(image, etag), 'X-Request-Id': requestId };
      if (isMatchedBy(etag, event.headers['if-none-match'])) return { statusCode: 304, headers, body: stream('') };

      const isHead = event.requestContext.http.method === 'HEAD';
      const described = {
        ...headers,
        'Content-Type': `image/${image.format}`,
        'Content-Length': String(image.bytes.length),
      };
      return { statusCode: 200, headers: described, body: stream(isHead ? '' : image.bytes) };
    });
  return inTime(chain as unknown as LambdaHandler);
};
