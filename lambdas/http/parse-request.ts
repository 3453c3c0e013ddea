import type { MiddlewareObj } from '@middy/core';
import type * as z from 'zod';
import { type CodedIssue, getIssues } from '../contract/error-code.ts';
import { ServiceError } from '../contract/errors.ts';
import type { Route } from '../contract/routes.ts';
import type { Incoming, Outgoing } from './call.ts';

/** Returns the index of the batch item that an issue is about; -1 for the request as a whole. */
const getItem = ({ path }: CodedIssue): number => (path[0] === 'items' && typeof path[1] === 'number' ? path[1] : -1);

/** Returns the error to report: of the first invalid item, the one that the route lists first. */
const getFirstError = (route: Route, issues: readonly CodedIssue[]): ServiceError => {
  const rank = (issue: CodedIssue): number => route.errors.indexOf(issue.code);
  const [first] = issues.toSorted((a, b) => getItem(a) - getItem(b) || rank(a) - rank(b));
  if (!first) throw new Error('A failed parse has at least one issue.');
  const failure = new ServiceError(first.code, [], first.detail === undefined ? {} : { detail: first.detail });
  return getItem(first) < 0 ? failure : failure.at(`items[${getItem(first)}]`);
};

/** Parses body, query and path with the route's schemas. @throws ServiceError with the code of the first issue */
export const parseRequest = (route: Route): MiddlewareObj<Incoming, Outgoing> => {
  const parse = (schema: z.ZodType, raw: unknown): unknown => {
    const result = schema.safeParse(raw);
    if (!result.success) throw getFirstError(route, getIssues(result.error));
    return result.data;
  };
  return {
    before: ({ event }) => {
      const { rawBody } = event.call;
      if (route.pathParameters) event.call.path = parse(route.pathParameters, event.pathParameters ?? {});
      if (rawBody && 'failure' in rawBody) throw rawBody.failure;
      if (route.query) event.call.query = parse(route.query, event.queryStringParameters ?? {});
      if (route.body) event.call.body = parse(route.body, rawBody?.json);
    },
  };
};
