import { errorCatalogue, type ServiceError } from '../contract/errors.ts';
import { secondsUntil } from './cache-control.ts';
import type { Outgoing } from './call.ts';

/** Headers of every JSON answer. No cache may keep one: it belongs to one caller. */
export const jsonHeaders = (requestId: string): Record<string, string> => ({
  'Content-Type': 'application/json',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'X-Request-Id': requestId,
});

/** An answer that is not streamed. */
export type Answer = Outgoing & { readonly body: string };

/** Returns the header that says when asking again can succeed, where that is known. */
export const retryAfter = (retryAt: Date | undefined, now: Date): Record<string, string> =>
  retryAt ? { 'Retry-After': String(secondsUntil(retryAt, now)) } : {};

/** An error answer (docs/interface.md#errors), with `Retry-After` where it is known when asking again can succeed. */
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
