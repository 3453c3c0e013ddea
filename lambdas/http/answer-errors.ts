import type { MiddlewareObj } from '@middy/core';
import { errorCatalogue, failBecause, ServiceError } from '../contract/errors.ts';
import type { Route } from '../contract/routes.ts';
import type { World } from '../ports/ports.ts';
import { answerError } from './answer.ts';
import type { Incoming, Outgoing } from './call.ts';

/** What the caller is told of a failure: itself when the route promises its code, else the route's `failsAs`. */
export const promisedBy = (route: Route, error: unknown): ServiceError =>
  error instanceof ServiceError && route.errors.includes(error.code) ? error : failBecause(error, route.failsAs);

/** Logs a failure: an error from status 500 on, which the alarm counts, else information. */
export const logFailure = (world: World, shown: ServiceError, requestId: string): void => {
  const { status } = errorCatalogue[shown.code];
  if (shown.code === 'QUOTA_EXCEEDED') world.count({ QuotaRefusals: 1 });
  world.log(status >= 500 ? 'error' : 'info', 'request failed', { code: shown.code, requestId, cause: shown.cause });
};

/** Answers every failure in the service's shape. The text of a failure nobody promised stays in the log. */
export const answerErrors = (route: Route, world: World): MiddlewareObj<Incoming, Outgoing> => ({
  onError: (request) => {
    const shown = promisedBy(route, request.error);
    const { requestId } = request.event.requestContext;
    logFailure(world, shown, requestId);
    request.response = answerError(shown, requestId, world.now());
  },
});
