import { errorCatalogue, type ServiceError } from '../contract/errors.ts';
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

const answerJson = (statusCode: number, body: unknown, requestId: string): Answer => ({
  statusCode,
  headers: jsonHeaders(requestId),
  body: JSON.stringify(body),
});

/** An error answer (docs/interface.md#errors), with `Retry-After` where it is known when asking again can succeed. */
export const answerError = (
  error: ServiceError,
  requestId: string,
  now: Date,
  status: number = errorCatalogue[error.code].status,
): Answer => {
  const seconds = error.retryAt && Math.max(1, Math.ceil((error.retryAt.getTime() - now.getTime()) / 1000));
  const answer = answerJson(status, { code: error.code, message: error.message }, requestId);
  return { ...answer, headers: { ...answer.headers, ...(seconds && { 'Retry-After': String(seconds) }) } };
};
