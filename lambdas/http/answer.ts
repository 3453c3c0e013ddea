import { errorCatalogue, type ServiceError } from '../contract/errors.ts';
import { getSecondsUntil } from './cache-control.ts';
import type { Outgoing } from './call.ts';

/** Headers of every JSON response. It belongs to one caller, so no cache may store it. */
export const jsonHeaders = (requestId: string): Record<string, string> => ({
  'Content-Type': 'application/json',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'X-Request-Id': requestId,
});

/** A response that is not streamed. */
export type Answer = Outgoing & { readonly body: string };

/** Returns `Retry-After` in whole seconds; no header if it is unknown when a retry can succeed. */
export const retryAfter = (retryAt: Date | undefined, now: Date): Record<string, string> =>
  retryAt ? { 'Retry-After': String(getSecondsUntil(retryAt, now)) } : {};

/** Returns an error response (docs/interface.md#errors), with `Retry-After` if it is known when a retry can succeed. */
export const answerError = (
  error: ServiceError,
  requestId: string,
  now: Date,
  status: number = errorCatalogue[error.code].status,
): Answer => {
  return {
    statusCode: status,
    headers: { ...jsonHeaders(requestId), ...retryAfter(error.retryAt, now) },
    body: JSON.stringify({ code: error.code, message: error.message }),
  };
};
