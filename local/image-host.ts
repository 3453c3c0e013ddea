import type { Server } from 'node:http';
import type { FunctionId } from '../lambdas/functions.ts';
import { front, matchesOf, refuse } from './front.ts';
import { contextOf, type Handler } from './lambda-runtime.ts';

/** The image host: what CloudFront does in front of the render function. Only GET and HEAD of the one path reach it. */
export const imageHost = (handlers: Promise<Record<FunctionId, Handler>>): Server =>
  front(async (request, response, url, requestId) => {
    const [match] = matchesOf('image', url.pathname);
    if (!match) return refuse(response, 'NOT_FOUND', requestId);
    const isServed = request.method === 'GET' || request.method === 'HEAD';
    if (!isServed) return refuse(response, 'METHOD_NOT_ALLOWED', requestId, { Allow: 'GET, HEAD' });

    const event = {
      version: '2.0',
      rawPath: url.pathname,
      rawQueryString: (request.url ?? '').split('?').slice(1).join('?'),
      headers: request.headers,
      requestContext: { requestId, http: { method: request.method, path: url.pathname } },
      isBase64Encoded: false,
    };
    const handler = (await handlers)[match.id];
    await handler(event, response, contextOf(match.id, requestId));
  });
