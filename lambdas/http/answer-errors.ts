import type { MiddlewareObj } from '@middy/core';
import { type ErrorCode, errorCatalogue, failWithCause, ServiceError } from '../contract/errors.ts';
import { busyErrors, type Route } from '../contract/routes.ts';
import type { Runtime } from '../ports/runtime.ts';
import { type Answer, answerError } from './answer.ts';
import type { Incoming, Outgoing } from './call.ts';
import { nameTemplate } from './name-template.ts';

/** Returns the error for the caller: the original if the route lists its code, otherwise the route's `failsAs`. */
const toListedError = (route: Route, error: unknown): ServiceError => {
  const promised: readonly ErrorCode[] = [...route.errors, ...busyErrors];
  return error instanceof ServiceError && promised.includes(error.code) ? error : failWithCause(error, route.failsAs);
};

/**
 * Logs a failure: as an error from status 500 on, otherwise as information. An error with `retryAt` was logged when it
 * first occurred, so it is information too.
 */
const logFailure = (runtime: Runtime, shown: ServiceError, requestId: string): void => {
  const { status } = errorCatalogue[shown.code];
  if (shown.code === 'QUOTA_EXCEEDED') runtime.count({ QuotaRefusals: 1 });
  const isNew = status >= 500 && !shown.retryAt;
  runtime.log(isNew ? 'error' : 'info', 'request failed', { code: shown.code, requestId, cause: shown.cause });
};

/** What differs between the error responses of the API and of the image host. */
interface Host<E> {
  readonly requestIdOf: (event: E) => string;
  /** Adds details of the request to the error. @default the error itself */
  readonly explain?: (error: ServiceError, event: E) => ServiceError;
  /** Converts the error response to the host's format. */
  readonly finish: (answer: Answer, event: E) => Outgoing;
}

const api: Host<Incoming> = {
  requestIdOf: ({ requestContext }) => requestContext.requestId,
  explain: nameTemplate,
  finish: (answer) => answer,
};

/** Middleware that turns every exception into an error response. The message of an unexpected one is only logged. */
export const getAnswerErrors = <E>(
  { requestIdOf, explain = (error) => error, finish }: Host<E>,
  route: Route,
  runtime: Runtime,
): MiddlewareObj<E, Outgoing> => ({
  onError: (request) => {
    const shown = explain(toListedError(route, request.error), request.event);
    const requestId = requestIdOf(request.event);
    logFailure(runtime, shown, requestId);
    request.response = finish(
      answerError(shown, requestId, runtime.now(), route.statuses?.[shown.code]),
      request.event,
    );
  },
});

/** Error responses of the API. */
export const answerErrors = (route: Route, runtime: Runtime) => getAnswerErrors(api, route, runtime);
