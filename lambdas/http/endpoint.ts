import { Readable } from 'node:stream';
import middy, { type MiddyfiedHandler } from '@middy/core';
import { executionModeStreamifyResponse } from '@middy/core/StreamifyResponse';
import { type ApiRouteId, type Route, routes } from '../contract/routes.ts';
import type { Ports, PortsOf } from '../ports/ports.ts';
import type { Runtime } from '../ports/runtime.ts';
import type { Call, StreamedUseCase, UseCase } from '../ports/use-case.ts';
import { allowStudio } from './allow-studio.ts';
import { jsonHeaders } from './answer.ts';
import { answerErrors } from './answer-errors.ts';
import { authenticate, type CallerReader } from './authenticate.ts';
import type { Incoming, Outgoing } from './call.ts';
import { answersInTime } from './deadline.ts';
import { runtimeOfRun, startIdempotentRequest, storeErrorResponses, storeResponse } from './idempotency.ts';
import { type LambdaHandler, lambdaHandler } from './lambda-handler.ts';
import { parseRequest } from './parse-request.ts';
import { createQuotaHeaders } from './quota-headers.ts';
import { readBody } from './read-body.ts';

/**
 * Returns the port that reads callers.
 *
 * @throws Error when the function has none, because it must not start without authentication
 */
const getCallers = (
  id: string,
  ports: Pick<ChainPorts, 'callers:read' | 'callersWithTemplates:read'>,
): CallerReader => {
  const callers = ports['callersWithTemplates:read'] ?? ports['callers:read'];
  if (!callers) throw new Error(`${id} cannot read its callers, so it cannot authenticate them.`);
  return callers;
};

interface ChainPorts {
  readonly 'callers:read'?: CallerReader;
  readonly 'callersWithTemplates:read'?: CallerReader;
  readonly 'idempotency:write'?: Ports['idempotency:write'];
}

/** Adds the middlewares of an API route. Those that change a response run in reverse order. */
const withChain = (
  chain: MiddyfiedHandler<Incoming, Outgoing>,
  id: ApiRouteId,
  ports: ChainPorts,
  runtime: Runtime,
) => {
  const route: Route = routes[id];
  const store = ports['idempotency:write'];
  if (route.isIdempotent === true && !store) throw new Error(`${id} cannot keep the answers it promises to keep.`);
  chain
    .use(allowStudio(runtime))
    .use(createQuotaHeaders(runtime))
    .use(storeErrorResponses(runtime))
    .use(answerErrors(route, runtime));
  chain.use(readBody(route)).use(authenticate(getCallers(id, ports), runtime, route.scope));
  if (store) chain.use(startIdempotentRequest(id, store, runtime));
  return chain.use(parseRequest(route));
};

/**
 * Returns the runtime of one request. Its clock is fixed, so that the whole request belongs to one day and month, and a
 * quota that it reads is added to the response headers.
 */
const getRequestRuntime = (runtime: Runtime, { call }: Incoming): Runtime => ({
  ...runtimeOfRun(runtime, call),
  apiKey: call.key,
  now: () => call.now ?? runtime.now(),
  writeQuotaHeaders: (quota) => {
    call.quota = quota;
  },
});

/**
 * Declares an endpoint of the API. Middlewares handle everything about HTTP, so `run` receives parsed values.
 *
 * @param id the route's name in `contract/routes.ts`
 * @param run the use case
 * @returns a function that creates the handler from the function's ports
 */
export const endpoint =
  <R extends ApiRouteId>(id: R, runtime: Runtime, run: UseCase<R>) =>
  (ports: PortsOf<R>): LambdaHandler => {
    const { status } = routes[id].ok;
    const chain = withChain(middy<Incoming, Outgoing>(answersInTime), id, ports, runtime).handler(async (event) => {
      const body = JSON.stringify(await run(ports, getRequestRuntime(runtime, event), event.call as Call<R>));
      const stored = await storeResponse(event, runtime, { status, body });
      return { statusCode: stored.status, headers: jsonHeaders(event.requestContext.requestId), body: stored.body };
    });
    return lambdaHandler(chain);
  };

/** Interval in milliseconds of the spaces that keep a streamed response alive; gateways close silent connections. */
const keepAliveMs = 5_000;

/** Yields spaces until the body is ready, then the body. Together they are still valid JSON. */
async function* sendSpacesUntil(body: Promise<string>): AsyncGenerator<string> {
  for (;;) {
    const pause = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => pause.resolve(undefined), keepAliveMs);
    const text = await Promise.race([body, pause.promise]);
    clearTimeout(timer);
    if (text !== undefined) return yield text;
    yield ' ';
  }
}

/**
 * Declares an endpoint that may exceed API Gateway's timeout. Status and headers are sent when `run` resolves, the body
 * when its promise resolves. That promise must not reject.
 */
export const streamingEndpoint =
  <R extends ApiRouteId>(id: R, runtime: Runtime, run: StreamedUseCase<R>) =>
  (ports: PortsOf<R>): LambdaHandler => {
    const { status } = routes[id].ok;
    const streaming = middy<Incoming, Outgoing>({ ...answersInTime, executionMode: executionModeStreamifyResponse });
    const chain = withChain(streaming, id, ports, runtime).handler(async (event) => {
      const { body } = await run(ports, getRequestRuntime(runtime, event), event.call as Call<R>);
      const stored = body.then((value) => storeResponse(event, runtime, { status, body: JSON.stringify(value) }));
      const headers = jsonHeaders(event.requestContext.requestId);
      return {
        statusCode: status,
        headers,
        body: Readable.from(sendSpacesUntil(stored.then((answer) => answer.body))),
      };
    });
    return lambdaHandler(chain);
  };
