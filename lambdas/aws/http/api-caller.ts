import { type LookupOptions, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Agent, request } from 'undici';
import { requestSignal } from '../../runtime/time-budget.ts';
import type { Adapter } from '../connect.ts';

/** The gateway answers within 29 s. */
const callMs = 30_000;

/** Connects to another host than the URL names; certificate and host header stay those of the URL. */
const lookupAt =
  (target: string): LookupFunction =>
  (_hostname, options: LookupOptions, done) =>
    lookup(target, options, done as never);

/** The API at its public address, which need not resolve yet. */
export const httpApiCaller: Adapter<'api:call'> = ({ BASE_URL, API_TARGET }) => {
  const dispatcher = new Agent(API_TARGET === '' ? {} : { connect: { lookup: lookupAt(API_TARGET) } });
  return {
    async call(apiKey, { method, path, body, idempotencyKey }) {
      const [limit, budget] = [AbortSignal.timeout(callMs), requestSignal()];
      const answer = await request(`${BASE_URL}${path}`, {
        method,
        dispatcher,
        headers: {
          authorization: `Bearer ${apiKey}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: budget ? AbortSignal.any([limit, budget]) : limit,
      });
      return {
        status: answer.statusCode,
        bytes: new Uint8Array(await answer.body.arrayBuffer()),
        requestId: String(answer.headers['x-request-id'] ?? 'unknown'),
      };
    },
  };
};
