import { corsHeaders } from 'image-url-contract/cors.ts';
import {
  type ErrorCode,
  errorCatalogue,
  failWithCause,
  isServiceError,
  type ServiceError,
} from 'image-url-contract/errors.ts';
import { busyErrors, type Route } from 'image-url-contract/routes.ts';
import type { QuotaState } from '../ports/quotas.ts';
import type { Runtime } from '../ports/runtime.ts';
import { getHeader, type Incoming, type Outgoing } from './call.ts';

/** Returns the whole seconds until a moment, at least 1. */
export const getSecondsUntil = (moment: Date, now: Date): number =>
  Math.max(1, Math.ceil((moment.getTime() - now.getTime()) / 1000));

/** Headers of every JSON response. It belongs to one caller, so no cache may store it. */
export const jsonHeaders = (requestId: string): Record<string, string> => ({
  'Content-Type': 'application/json',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'X-Request-Id': requestId,
});

/** Returns `Retry-After` in whole seconds; no header if it is unknown when a retry can succeed. */
export const retryAfter = (retryAt: Date | undefined, now: Date): Record<string, string> =>
  retryAt ? { 'Retry-After': String(getSecondsUntil(retryAt, now)) } : {};

/** Returns the error for the caller: the original if the route lists its code, otherwise the route's `failsAs`. */
const toListedError = (route: Route, error: unknown): ServiceError => {
  const promised: readonly ErrorCode[] = [...route.errors, ...busyErrors];
  return isServiceError(error) && promised.includes(error.code) ? error : failWithCause(error, route.failsAs);
};

/**
 * Logs a failure and returns its response (docs/interface.md#errors). From status 500 on it is logged as an error,
 * except one with `retryAt`, which was logged when it first occurred. The message of an unexpected one is only logged.
 */
export const answerFailure = (route: Route, runtime: Runtime, error: unknown, requestId: string) => {
  const { code, message, item, cause, retryAt } = toListedError(route, error);
  const { status } = errorCatalogue[code];
  if (code === 'QUOTA_EXCEEDED') runtime.count({ QuotaRefusals: 1 });
  runtime.log(status >= 500 && !retryAt ? 'error' : 'info', 'request failed', {
    code,
    route: `${route.method} ${route.path}`,
    requestId,
    cause,
  });
  return {
    statusCode: route.statuses?.[code] ?? status,
    headers: { ...jsonHeaders(requestId), ...retryAfter(retryAt, runtime.now()) },
    body: JSON.stringify({ code, message, item }),
  };
};

/** Returns the remaining quota as headers. Source: draft-ietf-httpapi-ratelimit-headers-10. */
const getQuotaHeaders = ({ name, limit, used, endsAt }: QuotaState, now: Date): Record<string, string> => {
  const seconds = Math.max(0, Math.ceil((endsAt.getTime() - now.getTime()) / 1_000));
  return {
    'RateLimit-Policy': `"${name}";q=${limit}`,
    RateLimit: `"${name}";r=${Math.max(0, limit - used)};t=${seconds}`,
  };
};

/** Adds the remaining quota, if the request has read it, and CORS headers if the stage's studio sent the request. */
export const addSharedHeaders = (
  response: Outgoing,
  event: Incoming,
  runtime: Runtime,
  quota?: QuotaState,
): Outgoing => {
  const { studioOrigin } = runtime;
  const isFromStudio = studioOrigin !== undefined && getHeader(event, 'origin') === studioOrigin;
  const shared = {
    ...(quota && getQuotaHeaders(quota, runtime.now())),
    ...(isFromStudio && corsHeaders(studioOrigin)),
  };
  return { ...response, headers: { ...response.headers, ...shared } };
};
