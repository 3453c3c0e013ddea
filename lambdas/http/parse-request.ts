import { type CodedIssue, getIssues } from 'image-url-contract/error-code.ts';
import { failWithCause, failWithDetail, type ServiceError } from 'image-url-contract/errors.ts';
import { type ApiRouteId, type Route, routes } from 'image-url-contract/routes.ts';
import { parseStrictJson, UnsafeJson } from 'image-url-contract/strict-json.ts';
import type * as z from 'zod';
import type { ParsedRequest } from '../ports/use-case.ts';
import { getHeader, type Incoming, type RawBody } from './call.ts';
import { lintUnknownFields } from './unknown-fields.ts';

/** `{`, with which a body of JSON begins. */
const openBrace = 0x7b;

const parseBody = (route: Route, event: Incoming): unknown => {
  const { bodyBytes = 0, malformedBody, failsAs, acceptsImages = false } = route;
  const { body, isBase64Encoded } = event;
  const bytes = Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.length > bodyBytes)
    throw failWithDetail('PAYLOAD_TOO_LARGE', `The request body is larger than ${bodyBytes} bytes.`);
  const [type] = /^image\/[\w.+-]+/i.exec(getHeader(event, 'content-type') ?? '') ?? [];
  if (acceptsImages && type !== undefined) return { dataUrl: `data:${type};base64,${bytes.toString('base64')}` };
  const code = malformedBody ?? failsAs;
  try {
    return parseStrictJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    if (acceptsImages && bytes.length > 0 && bytes[0] !== openBrace)
      throw failWithDetail(code, 'Send JSON, or the bytes of an image with their type: Content-Type: image/png.');
    throw error instanceof UnsafeJson ? failWithDetail(code, error.message) : failWithCause(error, code);
  }
};

/**
 * Reads the body as JSON. Errors are stored for `parseRequest`, because authentication comes first; the body is parsed
 * before it so that its templates are read together with the caller (docs/decisions/0031).
 */
export const readBody = (route: Route, event: Incoming): RawBody => {
  if (!route.body) return undefined;
  try {
    return { json: parseBody(route, event) };
  } catch (error) {
    return { failure: error as Error };
  }
};

/** Returns the index of the batch item that an issue is about; -1 for the request as a whole. */
const getItem = ({ path }: CodedIssue): number => (path[0] === 'items' && typeof path[1] === 'number' ? path[1] : -1);

/** Returns the error to report: of the first invalid item, the one that the route lists first. */
const getFirstError = (route: Route, issues: readonly CodedIssue[]): ServiceError => {
  const rank = (issue: CodedIssue): number => route.errors.indexOf(issue.code);
  const [first] = issues.toSorted((a, b) => getItem(a) - getItem(b) || rank(a) - rank(b));
  if (!first) throw new Error('A failed parse has at least one issue.');
  return failWithDetail(first.code, first.detail, getItem(first) < 0 ? undefined : getItem(first));
};

/**
 * Parses path, body and query with the route's schemas.
 *
 * @returns them, and a warning for each field of the body and each parameter of the query that the route does not have
 * @throws ServiceError with the code of the first issue
 */
export const parseRequest = <R extends ApiRouteId>(
  id: R,
  { pathParameters, queryStringParameters }: Incoming,
  rawBody: RawBody,
) => {
  const route: Route = routes[id];
  const parse = (schema: z.ZodType | undefined, raw: unknown): unknown => {
    const result = schema?.safeParse(raw);
    if (result?.success === false) throw getFirstError(route, getIssues(result.error));
    return result?.data;
  };
  const path = parse(route.pathParameters, pathParameters ?? {});
  if (rawBody && 'failure' in rawBody) throw rawBody.failure;
  const query = parse(route.query, queryStringParameters ?? {});
  const body = parse(route.body, rawBody?.json);
  // the route's own schemas returned them
  const warnings = lintUnknownFields(route, rawBody?.json, queryStringParameters ?? {});
  return { parsed: { path, query, body } as ParsedRequest<R>, warnings };
};
