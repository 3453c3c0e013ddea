import { Readable } from 'node:stream';
import middy, { type MiddyfiedHandler } from '@middy/core';
import { executionModeStreamifyResponse } from '@middy/core/StreamifyResponse';
import type * as z from 'zod';
import { type Route, type RouteId, routes } from '../contract/routes.ts';
import type { CallerReader, PortsOf, World } from '../ports/ports.ts';
import { answerJson, jsonHeaders } from './answer.ts';
import { answerErrors } from './answer-errors.ts';
import { authenticate } from './authenticate.ts';
import type { Call, Incoming, Outgoing } from './call.ts';
import { answersInTime } from './deadline.ts';
import { type LambdaHandler, lambdaHandler } from './lambda-handler.ts';
import { parseRequest } from './parse-request.ts';
import { quotaHeaders } from './quota-headers.ts';
import { readBody } from './read-body.ts';

type ApiRouteId = { [R in RouteId]: (typeof routes)[R]['host'] extends 'api' ? R : never }[RouteId];
type Answer<R extends ApiRouteId> = z.output<(typeof routes)[R]['ok']['body']>;

/** The port that finds callers. A function whose row has none refuses to start, rather than serve everybody. */
const callersOf = (
  id: string,
  ports: { 'callers:read'?: CallerReader; 'callersWithTemplates:read'?: CallerReader },
): CallerReader => {
  const callers = ports['callersWithTemplates:read'] ?? ports['callers:read'];
  if (!callers) throw new Error(`${id} cannot read its callers, so it cannot authenticate them.`);
  return callers;
};

const withChain = (chain: MiddyfiedHandler<Incoming, Outgoing>, route: Route, callers: CallerReader, world: World) =>
  chain
    .use(quotaHeaders(world))
    .use(answerErrors(route, world))
    .use(readBody(route))
    .use(authenticate(callers, world))
    .use(parseRequest(route));

/**
 * The world of one request: its clock stands, so that all of the request belongs to one moment, one day, one month, and
 * what it learns of a quota goes into its answer.
 */
const atRequest = (world: World, { call }: Incoming): World => ({
  ...world,
  now: () => call.now ?? world.now(),
  tellQuota: (quota) => {
    call.quota = quota;
  },
});

/**
 * Declares an endpoint of the API. Everything HTTP happens in the middlewares, so `run` sees parsed values only.
 *
 * @param id the route's name in `contract/routes.ts`.
 * @param run the work, with the world as it is for the request; resolves to the body of the success answer.
 */
export const endpoint = <R extends ApiRouteId>(
  id: R,
  world: World,
  ports: PortsOf<R>,
  run: (call: Call<R>, atRequest: World) => Promise<Answer<R>>,
): LambdaHandler => {
  const route: Route = routes[id];
  const chain = withChain(middy<Incoming, Outgoing>(answersInTime), route, callersOf(id, ports), world).handler(
    async (event) => {
      const call = event.call as Call<R>;
      const body = await run(call, atRequest(world, event));
      return answerJson(route.ok.status, body, event.requestContext.requestId);
    },
  );
  return lambdaHandler(chain);
};

/** Between signs of life of a streamed answer; gateways close silent connections. */
const keepAliveMs = 5_000;

/** Spaces until the body is ready, then the body: together still one JSON text. */
async function* trickle(body: Promise<unknown>): AsyncGenerator<string> {
  const settled = body.then((value) => JSON.stringify(value));
  for (;;) {
    const pause = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => pause.resolve(undefined), keepAliveMs);
    const text = await Promise.race([settled, pause.promise]);
    clearTimeout(timer);
    if (text !== undefined) return yield text;
    yield ' ';
  }
}

/**
 * Declares an endpoint whose success takes longer than a gateway waits: status and headers go out once `run` has
 * resolved, the body follows when the promise it holds does. That promise must not fail.
 */
export const streamingEndpoint = <R extends ApiRouteId>(
  id: R,
  world: World,
  ports: PortsOf<R>,
  run: (call: Call<R>, atRequest: World) => Promise<{ readonly body: Promise<Answer<R>> }>,
): LambdaHandler => {
  const route: Route = routes[id];
  const streaming = middy<Incoming, Outgoing>({ ...answersInTime, executionMode: executionModeStreamifyResponse });
  const chain = withChain(streaming, route, callersOf(id, ports), world).handler(async (event) => {
    const call = event.call as Call<R>;
    const { body } = await run(call, atRequest(world, event));
    const headers = jsonHeaders(event.requestContext.requestId);
    return { statusCode: route.ok.status, headers, body: Readable.from(trickle(body)) };
  });
  return lambdaHandler(chain);
};
