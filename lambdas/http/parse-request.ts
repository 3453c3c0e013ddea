import type * as z from 'zod';
import { type CodedIssue, getIssues } from '../contract/error-code.ts';
import { failWithCause, failWithDetail, type ServiceError } from '../contract/errors.ts';
import type { Route } from '../contract/routes.ts';
import { parseStrictJson, UnsafeJson } from '../domain/strict-json.ts';
import type { Gathered, Incoming } from './call.ts';
import { lintUnknownFields } from './unknown-fields.ts';

const parseBody = ({ bodyBytes = 0, malformedBody, failsAs }: Route, { body, isBase64Encoded }: Incoming): unknown => {
  const bytes = Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.length > bodyBytes)
    throw failWithDetail('PAYLOAD_TOO_LARGE', `The request body is larger than ${bodyBytes} bytes.`);
  const code = malformedBody ?? failsAs;
  try {
    return parseStrictJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw error instanceof UnsafeJson ? failWithDetail(code, error.message) : failWithCause(error, code);
  }
};

/**
 * Reads the body as JSON. Errors are stored for `parseRequest`, because authentication comes first; the body is parsed
 * before it so that its templates are read together with the caller (docs/decisions/0031).
 */
export const readBody = (route: Route, event: Incoming): Gathered['rawBody'] => {
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

/** Parses body, query and path with the route's schemas. @throws ServiceError with the code of the first issue */
export const parseRequest = (route: Route, { call, pathParameters, queryStringParameters }: Incoming): void => {
  const parse = (schema: z.ZodType, raw: unknown): unknown => {
    const result = schema.safeParse(raw);
    if (!result.success) throw getFirstError(route, getIssues(result.error));
    return result.data;
  };
  const { rawBody } = call;
  if (route.pathParameters) call.path = parse(route.pathParameters, pathParameters ?? {});
  if (rawBody && 'failure' in rawBody) throw rawBody.failure;
  if (route.query) call.query = parse(route.query, queryStringParameters ?? {});
  if (!route.body) return;
  call.body = parse(route.body, rawBody?.json);
  call.warnings = lintUnknownFields(route, rawBody?.json);
};
