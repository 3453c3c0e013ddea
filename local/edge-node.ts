import { edgeHeaders } from 'image-url-contract/edge.ts';
import { limits } from 'image-url-contract/limits.ts';
import { matchesIfNoneMatch } from '../lambdas/domain/etag.ts';
import type { CachedAnswer, EdgeAnswer, EdgeCache } from './edge-cache.ts';
import type { EdgeEvent, EdgeFunction, EdgeHeaders, EdgeRequest, EdgeResponse } from './edge-function.ts';
import { getRuleViolations, isResponse } from './edge-rules.ts';

export interface ViewerRequest {
  readonly method: string;
  readonly path: string;
  /** As received, without its question mark; undefined if there is none. */
  readonly query: string | undefined;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly requestId: string;
}
export type OriginRequest = Omit<ViewerRequest, 'requestId' | 'query'> & { readonly query: string };

export interface EdgeNodeSettings {
  /** Runs at viewer request and viewer response; absent if the stage has none. */
  readonly edgeFunction?: EdgeFunction | undefined;
  readonly origin: (request: OriginRequest) => Promise<EdgeAnswer>;
  readonly cache: EdgeCache;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Headers of the origin request policy, and the conditional header that CloudFront always forwards. */
const forwarded: readonly string[] = [...Object.values(edgeHeaders), 'if-none-match'];

/** Maximum lifetime of the cache policies. */
const longestMs = limits.imageCacheSeconds * 1_000;

const toHeadKey = (key: string): string => `${key} HEAD`;

const getValues = (headers: Readonly<Record<string, string>>): EdgeHeaders =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { value }]));
const getTexts = (headers: EdgeHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, { value }]) => [name, value]));

/** Returns a query's parameters as in an event: undecoded, duplicates in `multiValue`, the last one as the value. */
const getParameters = (query: string): EdgeRequest['querystring'] => {
  const parameters: Record<string, { value: string; multiValue?: { value: string }[] }> = {};
  for (const part of query.split('&').filter((text) => text !== '')) {
    const [name = '', ...rest] = part.split('=');
    const value = rest.join('=');
    const before = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    const multiValue = before && [...(before.multiValue ?? [{ value: before.value }]), { value }];
    Object.defineProperty(parameters, name, {
      value: { value, ...(multiValue && { multiValue }) },
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return parameters;
};

/** Returns the event of a viewer's request. */
export const viewerRequestEvent = ({ method, path, query, headers, requestId }: ViewerRequest): EdgeEvent => ({
  version: '1.0',
  context: { eventType: 'viewer-request', requestId },
  viewer: { ip: '127.0.0.1' },
  request: {
    method,
    uri: path,
    querystring: getParameters(query ?? ''),
    headers: getValues(headers),
    cookies: {},
    rawQueryString: () => query,
  },
});

const formatQuery = (querystring: EdgeRequest['querystring']): string =>
  typeof querystring === 'string'
    ? querystring
    : Object.entries(querystring)
        .flatMap(([name, one]) => (one.multiValue ?? [one]).map(({ value }) => `${name}=${value}`))
        .join('&');

const getEtag = ({ headers: { etag } }: EdgeAnswer): string | undefined => etag;

const omitBody = ({ status, headers }: EdgeAnswer): EdgeAnswer => ({ status, headers, body: Buffer.alloc(0) });

const toNotModified = ({ headers }: EdgeAnswer): EdgeAnswer => {
  const { 'content-length': _length, 'content-type': _type, ...cached } = headers;
  return { status: 304, headers: cached, body: Buffer.alloc(0) };
};

const toEdgeAnswer = ({ statusCode, headers, body }: EdgeResponse): EdgeAnswer => {
  const bytes = Buffer.from(body?.data ?? '', body?.encoding === 'base64' ? 'base64' : 'utf8');
  return { status: statusCode, headers: { ...getTexts(headers), 'content-length': String(bytes.length) }, body: bytes };
};

/**
 * One edge location, configured like the distribution: the edge function at both viewer events, a cache keyed by the
 * query and client class that the function sets, errors cached for their lifetime, expired images revalidated by ETag, or
 * sent when the origin fails.
 */
export const edgeNode = ({ edgeFunction, origin, cache, now }: EdgeNodeSettings) => {
  // without the function, no policy forwards its headers
  const isForwarded = (name: string) => (edgeFunction ? forwarded.includes(name) : name === 'if-none-match');

  const run = async (event: EdgeEvent): Promise<EdgeRequest | EdgeResponse> => {
    const given = structuredClone(event.response?.headers ?? event.request.headers);
    const answer = edgeFunction ? await edgeFunction(event) : (event.response ?? event.request);
    const problems = getRuleViolations(given, answer);
    if (problems.length > 0)
      throw new Error(`CloudFront would refuse the edge function's answer: ${problems.join('; ')}`);
    return answer;
  };

  /** Returns what is cached for a request. A HEAD takes what a GET has left, and leaves its own answer, which has no body. */
  const find = (key: string, method: string): CachedAnswer | undefined =>
    cache.find(key) ?? (method === 'HEAD' ? cache.find(toHeadKey(key)) : undefined);

  /** Returns whether an expired answer may be sent because the origin fails: an image, up to the maximum lifetime. */
  const isUsable = ({ answer, storedAt }: CachedAnswer): boolean =>
    answer.status === 200 && now() < storedAt + longestMs;

  /** Returns the response for a viewer: from the cache while fresh, otherwise from the origin. */
  const fetchThrough = async (key: string, request: OriginRequest): Promise<EdgeAnswer> => {
    const found = find(key, request.method);
    const toViewer = (answer: EdgeAnswer, storedAt: number, source: string): EdgeAnswer => {
      const ageSeconds = Math.max(0, Math.floor((now() - storedAt) / 1000));
      const headers = { ...answer.headers, 'x-cache': `${source} from local edge`, age: String(ageSeconds) };
      const isMatched =
        answer.status === 200 && matchesIfNoneMatch(getEtag(answer) ?? '', request.headers['if-none-match']);
      return isMatched ? toNotModified({ ...answer, headers }) : { ...answer, headers };
    };
    if (found && now() < found.freshUntil) return toViewer(found.answer, found.storedAt, 'Hit');

    const etag = found && getEtag(found.answer);
    const asked = etag && request.method === 'GET' ? { ...request.headers, 'if-none-match': etag } : request.headers;
    const answer = await origin({ ...request, headers: asked });
    if (found && etag && request.method === 'GET' && answer.status === 304) {
      const renewed = { ...found.answer, headers: { ...found.answer.headers, ...answer.headers } };
      cache.put(key, renewed, now());
      return toViewer(renewed, now(), 'RefreshHit');
    }
    if (found && answer.status >= 500 && isUsable(found)) return toViewer(found.answer, found.storedAt, 'Error');
    if (request.method === 'HEAD') cache.put(toHeadKey(key), omitBody(answer), now());
    else cache.put(key, answer, now());
    const isMatched = etag !== undefined && matchesIfNoneMatch(getEtag(answer) ?? '', request.headers['if-none-match']);
    return isMatched && answer.status === 200 ? toNotModified(answer) : answer;
  };

  const answer = async (viewer: ViewerRequest): Promise<EdgeAnswer> => {
    const event = viewerRequestEvent(viewer);
    const admitted = await run(event);
    if (isResponse(admitted)) return toEdgeAnswer(admitted);

    const query = formatQuery(admitted.querystring);
    const headers = Object.entries(getTexts(admitted.headers)).filter(([name]) => isForwarded(name));
    const request = { method: viewer.method, path: admitted.uri, query, headers: Object.fromEntries(headers) };
    const key = `${request.headers[edgeHeaders.clientClass] ?? ''} ${request.path}?${query}`;
    const answered = await fetchThrough(key, request);
    const sent = viewer.method === 'HEAD' ? omitBody(answered) : answered;
    // CloudFront runs no function for errors of an origin
    if (sent.status >= 400) return sent;
    const response: EdgeResponse = { statusCode: sent.status, headers: getValues(sent.headers) };
    const released = await run({ ...event, context: { ...event.context, eventType: 'viewer-response' }, response });
    return { ...sent, headers: getTexts(released.headers) };
  };

  return { answer };
};
