import { Readable } from 'node:stream';
import middy from '@middy/core';
import { executionModeStreamifyResponse } from '@middy/core/StreamifyResponse';
import { errorCatalogue, isServiceError } from 'image-url-contract/errors.ts';
import { type ApiRouteId, getScopes, type Route, routes } from 'image-url-contract/routes.ts';
import type { Ports, PortsOf } from '../ports/ports.ts';
import type { QuotaState } from '../ports/quotas.ts';
import type { Runtime } from '../ports/runtime.ts';
import type { Answer, Call, StreamedUseCase, UseCase } from '../ports/use-case.ts';
import { addSharedHeaders, answerFailure, jsonHeaders } from './answer.ts';
import { openAct } from './audit.ts';
import { authenticate, type CallerReader } from './authenticate.ts';
import type { Authenticated, Incoming, Outgoing, RawBody } from './call.ts';
import { beforeTimeout, inTime, noTimeout } from './deadline.ts';
import {
  type RequestRun,
  runtimeOfRun,
  startIdempotentRequest,
  storeErrorResponse,
  storeResponse,
} from './idempotency.ts';
import { nameTemplate } from './name-template.ts';
import { parseRequest, readBody } from './parse-request.ts';
import { addWarnings } from './unknown-fields.ts';

interface SharedPorts {
  readonly 'callers:read'?: CallerReader;
  readonly 'callersWithTemplates:read'?: CallerReader;
  readonly 'minters:read'?: CallerReader;
  readonly 'idempotency:write'?: Ports['idempotency:write'];
  readonly 'audit:write'?: Ports['audit:write'];
}

/** One request: parsed, with its runtime and what stores its response. */
interface RequestOf<R extends ApiRouteId> {
  readonly call: Call<R>;
  /** Its clock is fixed, so that the whole request belongs to one day and month. */
  readonly runtime: Runtime;
  readonly requestId: string;
  /** Writes the body of a response, and stores it for a request with an `Idempotency-Key`. */
  toStored(answer: Answer<R>): Promise<{ readonly status: number; readonly body: string }>;
}

/**
 * Creates the handler of a route. Everything about HTTP is done here, so `respond` has parsed values.
 *
 * @throws Error when the function has no port to authenticate with, or to keep the answers or write the audit that the
 * route promises
 */
const createHandler = <R extends ApiRouteId>(
  id: R,
  runtime: Runtime,
  ports: SharedPorts,
  settings: Parameters<typeof middy>[1],
  respond: (request: RequestOf<R>) => Promise<Outgoing>,
) => {
  const route: Route = routes[id];
  const callers = ports['minters:read'] ?? ports['callersWithTemplates:read'] ?? ports['callers:read'];
  const store = ports['idempotency:write'];
  if (!callers) throw new Error(`${id} cannot read its callers, so it cannot authenticate them.`);
  if (route.isIdempotent === true && !store) throw new Error(`${id} cannot keep the answers it promises to keep.`);
  if (route.isAudited === true && !ports['audit:write']) throw new Error(`${id} cannot write the audit.`);

  /** Runs a request whose sender is known. Its failure is stored as a success is, so that a repetition gets it too. */
  const run = async (
    event: Incoming,
    rawBody: RawBody,
    authenticated: Authenticated,
    keyed: RequestRun | undefined,
    within: <T>(work: Promise<T>) => Promise<T>,
  ): Promise<Outgoing> => {
    const { requestId } = event.requestContext;
    let quota: QuotaState | undefined;
    let status: number = route.ok.status;
    const requestRuntime: Runtime = {
      ...(keyed ? runtimeOfRun(runtime, keyed) : { ...runtime, now: () => authenticated.now }),
      apiKey: authenticated.key,
      writeQuotaHeaders: (state) => {
        quota = state;
      },
      answerAgain: () => {
        status = route.ok.again ?? status;
      },
    };
    const work = async (): Promise<Outgoing> => {
      const { parsed, warnings } = parseRequest(id, event, rawBody);
      const call: Call<R> = { ...authenticated, ...parsed };
      const toStored = (answer: Answer<R>) =>
        storeResponse(keyed, runtime, {
          status,
          body: JSON.stringify(addWarnings(route, answer, warnings)),
        });
      return respond({ call, runtime: requestRuntime, requestId, toStored }).catch((error: unknown) => {
        throw nameTemplate(error, call);
      });
    };
    const response = await within(work()).catch((error: unknown) =>
      storeErrorResponse(keyed, runtime, answerFailure(route, runtime, error, requestId)),
    );
    return addSharedHeaders(response, event, runtime, quota);
  };

  return inTime(
    middy<Incoming, Outgoing, Error>({ ...noTimeout, ...settings })
      .handler(async (event, context) => {
        const within = <T>(work: Promise<T>) => beforeTimeout(context, work);
        const rawBody = readBody(route, event);
        const authenticated = await within(authenticate(callers, runtime, getScopes(route), event, rawBody));
        const leftMs = context.getRemainingTimeInMillis?.();
        const begun =
          store && (await within(startIdempotentRequest(id, store, runtime, event, rawBody, authenticated, leftMs)));
        if (begun && 'stored' in begun) return addSharedHeaders(begun.stored, event, runtime);
        return run(event, rawBody, authenticated, begun, within);
      })
      .onError((request) => {
        const { event, error } = request;
        const failure = answerFailure(route, runtime, error, event.requestContext.requestId);
        request.response = addSharedHeaders(failure, event, runtime);
      }),
  );
};

/** Runs a use case. A route that is in the audit gets an entry before its change, which is completed after it. */
const runAudited = async <R extends ApiRouteId>(
  id: R,
  ports: PortsOf<R>,
  runtime: Runtime,
  call: Call<R>,
  run: UseCase<R>,
): Promise<Answer<R>> => {
  const { isAudited = false }: Route = routes[id];
  const { 'audit:write': audit }: SharedPorts = ports;
  if (!isAudited || !audit) return run(ports, runtime, call);
  const act = openAct(audit, runtime, id, call.key);
  try {
    const answer = await run(ports, { ...runtime, beginAct: act.begin }, call);
    await act.end(false);
    return answer;
  } catch (error) {
    // after any other error nobody knows what was changed
    if (isServiceError(error) && errorCatalogue[error.code].status < 500) await act.end(true);
    throw error;
  }
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
  (ports: PortsOf<R>) =>
    createHandler(id, runtime, ports, {}, async ({ call, runtime, requestId, toStored }) => {
      const answer = await runAudited(id, ports, runtime, call, run);
      const { status, body } = await toStored(answer);
      return { statusCode: status, headers: jsonHeaders(requestId), body };
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
  (ports: PortsOf<R>) => {
    const settings = { executionMode: executionModeStreamifyResponse };
    return createHandler(id, runtime, ports, settings, async ({ call, runtime, requestId, toStored }) => {
      const { body } = await run(ports, runtime, call);
      const stored = body.then(async (answer) => (await toStored(answer)).body);
      return {
        statusCode: routes[id].ok.status,
        headers: jsonHeaders(requestId),
        body: Readable.from(sendSpacesUntil(stored)),
      };
    });
  };
