import { type RouteId, routes } from 'image-url-contract/routes.ts';
import type * as z from 'zod';
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

/** Input of a call of a route. */
export interface Call<Id extends RouteId> {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: z.input<Schema<Routes[Id], 'body'>>;
  /** Makes repeated calls idempotent, also across processes. @default a new one, for routes that accept one */
  readonly idempotencyKey?: string;
  /** Called when the response is a stored one of an earlier call with this key. */
  readonly onReplayed?: () => void;
}

/** Client of the service at one address. */
export interface Api {
  readonly baseUrl: string;
  /** Calls a route, with retries. @throws Failure of exit code 2 for errors of the caller, otherwise 3 */
  call<Id extends RouteId>(id: Id, call?: Call<Id>): Promise<AnswerOf<Id>>;
}

const attemptMs = 60_000;
const mostAttempts = 5;
/** Maximum wait before a retry, because a person is waiting. */
const longestWaitMs = 30_000;

interface Refused {
  readonly failure: Failure;
  /** Milliseconds until a retry; undefined if a retry cannot succeed. */
  readonly againInMs: number | undefined;
}

/** Returns a failure: of the service if time or the operator can fix it, otherwise of the caller. */
const toFailure = (code: string, message: string, mayPass: boolean): Failure =>
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

/** Returns the failure of an error response. */
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
    return { failure: toFailure(code, message, mayPass), againInMs };
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

/** Returns a parameter as a path segment. @throws Failure for segments that a URL normalises away, such as `..` */
const encodeSegment = (name: string, value: string | number): string => {
  if (/^\.{0,2}$/.test(String(value))) throw wrongUse('WRONG_USE', `${name}: ${JSON.stringify(value)} is not an id.`);
  return encodeURIComponent(value);
};

/** Returns a route's URL with its parameters. */
const getAddress = (baseUrl: string, id: RouteId, { path = {}, query = {} }: Call<RouteId>): string => {
  const filled = routes[id].path.replace(/\{(\w+)\}/g, (_, name: string) => encodeSegment(name, path[name] ?? ''));
  const search = new URLSearchParams(query).toString();
  return baseUrl + filled + (search === '' ? '' : `?${search}`);
};

/** Returns a client for the service at an address. */
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

/** Returns a client for the chosen environment. @throws Failure of exit code 2 without an address or key */
export const getService = (context: Context): Api => {
  const { root, baseUrl } = readProject(context);
  if (baseUrl === undefined)
    throw wrongUse(
      'MISSING_BASE_URL',
      'image-url.json has no baseUrl for this: name an environment with --env, or add one.',
    );
  return openApi(baseUrl, readApiKey(context, root, baseUrl));
};
