import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { type ErrorCode, errorCatalogue } from 'image-url-contract/errors.ts';
import { type Route, type RouteId, routes } from 'image-url-contract/routes.ts';
import { cleanupAfter } from './cleanup.ts';

/** Sends an error of one of the hosts itself, in the service's shape. */
export const refuse = (
  response: ServerResponse,
  code: ErrorCode,
  requestId: string,
  headers: Record<string, string> = {},
): void => {
  const { status, message } = errorCatalogue[code];
  const isHead = response.req.method === 'HEAD';
  const body = JSON.stringify({ code, message });
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    'Content-Length': String(Buffer.byteLength(body)),
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': requestId,
    ...headers,
  });
  response.end(isHead ? undefined : body);
};

export interface Match {
  readonly id: RouteId;
  readonly route: Route;
  readonly pathParameters: Record<string, string> | null;
}

/** An empty last segment matches too: the handler reports the missing identifier. */
const getPattern = ({ path }: Route): RegExp => new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]*)')}$`);

const patterns = (Object.entries(routes) as [RouteId, Route][])
  .map(([id, route]) => ({ id, route, pattern: getPattern(route) }))
  // a literal path takes precedence over one with a parameter, as in API Gateway
  .sort((a, b) => Number(a.route.path.includes('{')) - Number(b.route.path.includes('{')));

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Returns the routes of a host that match a path, for any method; a literal path takes precedence. */
export const getMatches = (host: Route['host'], path: string): Match[] => {
  const found = patterns.flatMap(({ id, route, pattern }) => {
    const match = route.host === host ? pattern.exec(path) : null;
    const groups = match?.groups && Object.entries(match.groups).map(([name, text]) => [name, decode(text)]);
    return match ? [{ id, route, pathParameters: groups ? Object.fromEntries(groups) : null }] : [];
  });
  const [first] = found;
  return found.filter(({ route }) => route.path === first?.route.path);
};

/** Creates a server whose responses have a request id, and which answers its own failures with SERVER_ERROR. */
export const createHostServer = (
  serve: (request: IncomingMessage, response: ServerResponse, url: URL, requestId: string) => Promise<void>,
): Server =>
  createServer(async (request, response) => {
    const requestId = randomUUID();
    cleanupAfter(response);
    try {
      const url = URL.parse(request.url ?? '/', 'http://local');
      if (url) await serve(request, response, url, requestId);
      else refuse(response, 'NOT_FOUND', requestId);
    } catch (error) {
      // biome-ignore lint/suspicious/noConsole: the front of the local run has no other log
      console.error(error);
      if (response.headersSent) response.destroy();
      else refuse(response, 'SERVER_ERROR', requestId);
    }
  });
