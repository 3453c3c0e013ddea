import type * as z from 'zod';
import { type RouteId, routes } from '../../../lambdas/contract/routes.ts';
import { pauseMs, retryAfterMs } from '../../client/src/send.ts';
import { readProject } from './config.ts';
import type { Context } from './context.ts';
import { readApiKey } from './credentials.ts';
import { exitCodes, Failure, getReason, wrongUse } from './failure.ts';
import { send } from './requests.ts';

type Routes = typeof routes;
type Schema<Row, Field extends string> = Row extends { readonly [K in Field]: infer S extends z.ZodType } ? S : never;
type AnswerOf<Id extends RouteId> = Routes[Id]['ok'] extends { readonly body: infer S extends z.ZodType }
  ? z.output<S>
  : never;

/** What a call of a route takes. */
export interface Call<Id extends RouteId> {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: z.input<Schema<Routes[Id], 'body'>>;
  /** Makes a repeated call the same call, also of another process. Routes that take one get a new one otherwise. */
  readonly idempotencyKey?: string;
  /** Told that the answer was given before, for the same key. */
  readonly onReplayed?: () => void;
}

/** The service, and how it was asked for. */
export interface Api {
  readonly baseUrl: string;
  /** Calls a route of the contract; what may pass is tried again. @throws Failure with the service's code and words: of exit code 2 for what the caller has to correct, else 3. */
  call<Id extends RouteId>(id: Id, call?: Call<Id>): Promise<AnswerOf<Id>>;
}

const attemptMs = 60_000;
const mostAttempts = 5;
/** Longer than this nobody waits in front of a terminal. */
const longestWaitMs = 30_000;

interface Refused {
  readonly failure: Failure;
  /** Milliseconds after which it may be tried again; undefined where that changes nothing. */
  readonly againInMs: number | undefined;
}

/** What the caller has to correct ends as wrong use; what time or the operator mends, as a matter of the service. */
const refusedAs = (code: string, message: string, mayPass: boolean): Failure =>
  mayPass || code === 'QUOTA_EXCEEDED' ? serviceFailure(code, message) : wrongUse(code, message);

const serviceFailure = (code: string, message: string, cause?: unknown): Failure =>
  new Failure(code, message, exitCodes.service, { cause });

const parse = (text: string): Record<string, unknown> => {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
};

/** What an answer that is no success says. */
const getRefusal = (baseUrl: string, response: Response, text: string, attempt: number): Refused => {
  const { status, headers } = response;
  const { code, message } = parse(text);
  const isOurs = typeof code === 'string' && typeof message === 'string';
  const mayPass = status >= 500 || ((status === 429 || status === 409) && code !== 'QUOTA_EXCEEDED');
  const againInMs = mayPass
    ? (retryAfterMs(headers.get('retry-after'), Date.now()) ?? pauseMs(attempt, Math.random()))
    : undefined;
  if (code === 'MISSING_API_KEY' || code === 'INVALID_API_KEY')
    return {
      failure: wrongUse('INVALID_API_KEY', `The API key is none of ${baseUrl}: is it that of another environment?`),
      againInMs,
    };
  if (isOurs && code !== 'NOT_FOUND' && code !== 'METHOD_NOT_ALLOWED')
    return { failure: refusedAs(code, message, mayPass), againInMs };
  if (isOurs)
    return {
      failure: serviceFailure(
        'SERVICE_TOO_OLD',
        `The service at ${baseUrl} does not know this request: update the service.`,
      ),
      againInMs,
    };
  if (mayPass)
    return { failure: serviceFailure('UNAVAILABLE', `${baseUrl} answered ${status}; try again later.`), againInMs };
  const location = headers.get('location');
  const did = location === null ? `answered ${status}` : `leads to ${location}`;
  return {
    failure: serviceFailure(
      'NOT_THE_SERVICE',
      `${baseUrl} ${did}, as no image URL service does: is baseUrl the address of its API?`,
    ),
    againInMs,
  };
};

/** A parameter as a part of a path. @throws Failure for what a URL would take for a step to another path */
const segment = (name: string, value: string | number): string => {
  if (/^\.{0,2}$/.test(String(value))) throw wrongUse('WRONG_USE', `${name}: ${JSON.stringify(value)} is not an id.`);
  return encodeURIComponent(value);
};

/** A route's address with its parameters in place. */
const getAddress = (baseUrl: string, id: RouteId, { path = {}, query = {} }: Call<RouteId>): string => {
  const filled = routes[id].path.replace(/\{(\w+)\}/g, (_, name: string) => segment(name, path[name] ?? ''));
  const search = new URLSearchParams(query).toString();
  return baseUrl + filled + (search === '' ? '' : `?${search}`);
};

/** Speaks to the service at an address. */
const openApi = (baseUrl: string, apiKey: string): Api => {
  const attempt = async (id: RouteId, call: Call<RouteId>, idempotencyKey: string, n: number): Promise<unknown> => {
    const route = routes[id];
    let response: Response;
    let text: string;
    try {
      response = await send(getAddress(baseUrl, id, call), {
        method: route.method,
        headers: {
          authorization: `Bearer ${apiKey}`,
          ...(call.body !== undefined && { 'content-type': 'application/json' }),
          ...('isIdempotent' in route && { 'idempotency-key': idempotencyKey }),
        },
        ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
        signal: AbortSignal.timeout(attemptMs),
      });
      text = await response.text();
    } catch (error) {
      const failure = serviceFailure('UNREACHABLE', `${baseUrl} cannot be reached: ${getReason(error)}.`, error);
      return { failure, againInMs: pauseMs(n, Math.random()) } satisfies Refused;
    }
    if (response.headers.get('idempotent-replayed') === 'true') call.onReplayed?.();
    if (!response.ok) return getRefusal(baseUrl, response, text, n);
    const { body: schema } = route.ok as { body?: z.ZodType };
    const parsed = schema?.safeParse(parse(text));
    if (parsed?.success) return parsed.data;
    const [issue] = parsed?.error.issues ?? [];
    const isService = Object.keys(parse(text)).length > 0;
    const failure = isService
      ? serviceFailure(
          'SERVICE_TOO_OLD',
          `The service at ${baseUrl} is older than this command line (its answer lacks ${issue?.path.join('.')}): update the service.`,
        )
      : serviceFailure(
          'NOT_THE_SERVICE',
          `${baseUrl} answers as no image URL service does: is baseUrl the address of its API?`,
        );
    return { failure, againInMs: undefined } satisfies Refused;
  };

  return {
    baseUrl,
    async call(id, call = {}) {
      const idempotencyKey = call.idempotencyKey ?? crypto.randomUUID();
      for (let n = 0; ; n += 1) {
        const answer = await attempt(id, call as Call<RouteId>, idempotencyKey, n);
        if (!isRefused(answer)) return answer as never;
        const { failure, againInMs } = answer;
        if (againInMs === undefined || againInMs > longestWaitMs || n + 1 === mostAttempts) throw failure;
        await new Promise((done) => setTimeout(done, againInMs));
      }
    },
  };
};

const isRefused = (answer: unknown): answer is Refused => (answer as Refused | undefined)?.failure instanceof Failure;

/** The service of the chosen environment. @throws Failure of exit code 2 without an address or a key. */
export const getService = (context: Context): Api => {
  const { root, baseUrl } = readProject(context);
  if (baseUrl === undefined)
    throw wrongUse(
      'MISSING_BASE_URL',
      'image-url.json has no baseUrl for this: name an environment with --env, or add one.',
    );
  return openApi(baseUrl, readApiKey(context, root, baseUrl));
};
