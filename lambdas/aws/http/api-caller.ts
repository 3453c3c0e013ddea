import { type LookupOptions, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { orRequestEnds } from 'image-url-engine/workers.ts';
import { Agent, request } from 'undici';
import type { EnvironmentOf } from '../../config/capabilities.ts';
import { type ServiceRequest, toHttp } from './service-client.ts';

/** The gateway responds within 29 s. */
const callMs = 30_000;

/** Connects to another host than the URL names; certificate and host header stay those of the URL. */
const createLookup =
  (target: string): LookupFunction =>
  (_hostname, options: LookupOptions, done) =>
    lookup(target, options, done as never);

/** The API at its public address, which need not resolve yet. */
export const httpApiCaller = ({ BASE_URL, API_TARGET }: EnvironmentOf<'api:call'>) => {
  const dispatcher = new Agent(API_TARGET === '' ? {} : { connect: { lookup: createLookup(API_TARGET) } });
  return {
    /** Calls the API of this stage with a key. @throws Error when it cannot be reached */
    async call(apiKey: string, called: ServiceRequest) {
      const answer = await request(`${BASE_URL}${called.path}`, {
        ...toHttp(apiKey, called),
        dispatcher,
        signal: orRequestEnds(AbortSignal.timeout(callMs)),
      });
      return { status: answer.statusCode, bytes: await answer.body.bytes() };
    },
  };
};
