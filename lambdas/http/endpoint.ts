import { Readable } from 'node:stream';
import middy from '@middy/core';
import { executionModeStreamifyResponse } from '@middy/core/StreamifyResponse';
import { type ApiRouteId, getScopes, type Route, routes } from '../contract/routes.ts';
import type { Ports, PortsOf } from '../ports/ports.ts';
import type { Runtime } from '../ports/runtime.ts';
import type { Call, StreamedUseCase, UseCase } from '../ports/use-case.ts';
import { addSharedHeaders, answerFailure, jsonHeaders } from './answer.ts';
import { authenticate, type CallerReader } from './authenticate.ts';
import type { Incoming, Outgoing } from './call.ts';
import { answersInTime, inTime, type LambdaHandler } from './deadline.ts';
import { runtimeOfRun, startIdempotentRequest, storeErrorResponse, storeResponse } from './idempotency.ts';
import { nameTemplate } from './name-template.ts';
import { parseRequest, readBody } from './parse-request.ts';
import { addWarnings } from './unknown-fields.ts';

interface SharedPorts {
  readonly 'callers:read'?: CallerReader;
  readonly 'callersWithTemplates:read'?: CallerReader;
  readonly 'idempotency:write'?: Ports['idempotency:write'];
}

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
 * Creates the handler of a route. Everything about HTTP is done here, so `respond` has parsed values.
 *
 * @throws Error when the function has no port to authenticate with, or to keep the answers that the route promises
 */
const createHandler = (
  id: ApiRouteId,
  runtime: Runtime,
  ports: SharedPorts,
  settings: Parameters<typeof middy>[1],
  respond: (event: Incoming, runtime: Runtime) => Promise<Outgoing>,
): LambdaHandler => {
  const route: Route = routes[id];
  const callers = ports['callersWithTemplates:read'] ?? ports['callers:read'];
  const store = ports['idempotency:write'];
  if (!callers) throw new Error(`${id} cannot read its callers, so it cannot authenticate them.`);
  if (route.isIdempotent === true && !store) throw new Error(`${id} cannot keep the answers it promises to keep.`);
  const chain = middy<Incoming, Outgoing>({ ...answersInTime, ...settings })
    .handler(async (event, context) => {
      event.call = { rawBody: readBody(route, event) };
      await authenticate(callers, runtime, getScopes(route), event);
      const leftMs = context.getRemainingTimeInMillis?.();
      const stored = store && (await startIdempotentRequest(id, store, runtime, event, leftMs));
      if (stored) return addSharedHeaders(stored, event, runtime);
      parseRequest(route, event);
      return addSharedHeaders(await respond(event, getRequestRuntime(runtime, event)), event, runtime);
    })
    .onError(async (request) => {
      const { event, error } = request;
      const failure = answerFailure(route, runtime, nameTemplate(error, event), event.requestContext.requestId);
      request.response = addSharedHeaders(await storeErrorResponse(event, runtime, failure), event, runtime);
    });
  // middy's type accepts one kind of event only
  return inTime(chain as unknown as LambdaHandler);
};

/**
 * Declares an endpoint of the API.
 *
 * @param id the route's name in `contract/routes.ts`
 * @param run the use case
 * @returns a function that creates the handler from the function's ports
 */
export const endpoint =
  <R extends ApiRouteId>(id: R, runtime: Runtime, run: UseCase<R>) =>
  (ports: PortsOf<R>): LambdaHandler =>
    createHandler(id, runtime, ports, {}, async (event, requestRuntime) => {
      const answer = await run(ports, requestRuntime, event.call as Call<R>);
      const body = JSON.stringify(addWarnings(routes[id], answer, event.call.warnings));
      const stored = await storeResponse(event, runtime, { status: routes[id].ok.status, body });
      return { statusCode: stored.status, headers: jsonHeaders(event.requestContext.requestId), body: stored.body };
    });

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
    const settings = { executionMode: executionModeStreamifyResponse };
    return createHandler(id, runtime, ports, settings, async (event, requestRuntime) => {
      const { status } = routes[id].ok;
      const { body } = await run(ports, requestRuntime, event.call as Call<R>);
      const stored = body.then(async (value) => {
        const answer = { status, body: JSON.stringify(addWarnings(routes[id], value, event.call.warnings)) };
        return (await storeResponse(event, runtime, answer)).body;
      });
      const headers = jsonHeaders(event.requestContext.requestId);
      return { statusCode: status, headers, body: Readable.from(sendSpacesUntil(stored)) };
    });
  };
