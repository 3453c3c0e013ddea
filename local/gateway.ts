import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { canaryPage, canaryPageHeaders, canaryPagePath, siteIdPattern } from 'image-url-contract/canary-page.ts';
import { preflightHeaders } from 'image-url-contract/cors.ts';
import { awsFacts } from '../lambdas/config/aws-facts.ts';
import { type FunctionId, type FunctionSpec, functionOf, functions } from '../lambdas/config/functions.ts';
import { createHostServer, getMatches, type Match, refuse } from './host-server.ts';
import { getContext, type Handler } from './lambda-runtime.ts';

/** Limit of API Gateway for every body. */
const gatewayBodyBytes = awsFacts.gatewayBodyBytes.value;

const readBody = async (request: IncomingMessage): Promise<Buffer | undefined> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes <= gatewayBodyBytes) chunks.push(chunk as Buffer);
  }
  return bytes > gatewayBodyBytes ? undefined : Buffer.concat(chunks);
};

/** Returns a REST API proxy event, format 1.0. The body is base64, because it may not be UTF-8. */
const getEvent = (
  request: IncomingMessage,
  url: URL,
  { route, pathParameters }: Match,
  body: Buffer,
  requestId: string,
) => ({
  httpMethod: request.method,
  path: url.pathname,
  resource: route.path,
  headers: request.headers,
  queryStringParameters: url.search ? Object.fromEntries(url.searchParams) : null,
  pathParameters,
  body: body.length > 0 ? body.toString('base64') : null,
  isBase64Encoded: body.length > 0,
  requestContext: { requestId, httpMethod: request.method, path: url.pathname, stage: 'local' },
});

interface Answer {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

const send = (response: ServerResponse, { statusCode, headers, body }: Answer): void => {
  response.writeHead(statusCode, { ...headers, 'Content-Length': String(Buffer.byteLength(body)) }).end(body);
};

const isStreaming = (id: FunctionId): boolean =>
  (functions[id] satisfies FunctionSpec as FunctionSpec).streams === true;

const canaryPages = new RegExp(`^${canaryPagePath(`(${siteIdPattern})`)}$`);

/** The API host: API Gateway's work in front of the handlers, for every route of the API. */
export const apiHost = (handlers: Promise<Record<FunctionId, Handler>>, studioOrigin?: string): Server =>
  createHostServer(async (request, response, url, requestId) => {
    const [, siteId] = canaryPages.exec(url.pathname) ?? [];
    if (siteId !== undefined && request.method === 'GET')
      return send(response, { statusCode: 200, headers: canaryPageHeaders, body: canaryPage(siteId, '') });
    const matches = getMatches('api', url.pathname);
    const match = matches.find(({ route }) => route.method === request.method);
    if (matches.length === 0) return refuse(response, 'NOT_FOUND', requestId);
    const allowed = matches.map(({ route }) => route.method).join(', ');
    if (studioOrigin !== undefined && request.method === 'OPTIONS')
      return void response.writeHead(204, preflightHeaders(studioOrigin)).end();
    if (!match) return refuse(response, 'METHOD_NOT_ALLOWED', requestId, { Allow: allowed });

    const body = await readBody(request);
    if (!body) return refuse(response, 'PAYLOAD_TOO_LARGE', requestId);
    const event = getEvent(request, url, match, body, requestId);
    const id = functionOf[match.id];
    const context = getContext(id, requestId);
    const handler = (await handlers)[id];
    if (isStreaming(id)) await handler(event, response, context);
    else send(response, (await handler(event, context)) as Answer);
  });
