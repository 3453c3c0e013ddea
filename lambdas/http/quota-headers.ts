import type { MiddlewareObj, Request } from '@middy/core';
import type { QuotaState } from '../ports/quotas.ts';
import type { Runtime } from '../ports/runtime.ts';
import type { Incoming, Outgoing } from './call.ts';

/** Source: draft-ietf-httpapi-ratelimit-headers-10. */
const getHeaders = ({ name, limit, used, endsAt }: QuotaState, now: Date): Record<string, string> => {
  const seconds = Math.max(0, Math.ceil((endsAt.getTime() - now.getTime()) / 1_000));
  return {
    'RateLimit-Policy': `"${name}";q=${limit}`,
    RateLimit: `"${name}";r=${Math.max(0, limit - used)};t=${seconds}`,
  };
};

/** Adds the remaining quota to every response of a request that has read it. */
export const createQuotaHeaders = (runtime: Runtime): MiddlewareObj<Incoming, Outgoing> => {
  const report = (request: Request<Incoming, Outgoing>): void => {
    const { response } = request;
    const { quota } = request.event.call;
    if (!quota || !response) return;
    request.response = { ...response, headers: { ...response.headers, ...getHeaders(quota, runtime.now()) } };
  };
  return { after: report, onError: report };
};
