import { hkdfSync } from 'node:crypto';
import { toCanonicalJson } from 'image-url-contract/canonical-json.ts';
import { fail, failWithRetryAt } from 'image-url-contract/errors.ts';
import { limits } from 'image-url-contract/limits.ts';
import type { RouteId } from 'image-url-contract/routes.ts';
import { sha256Hex } from 'image-url-engine/values.ts';
import type { KeyedRun, StoredResponse } from '../ports/idempotency.ts';
import type { Ports } from '../ports/ports.ts';
import type { Runtime } from '../ports/runtime.ts';
import { type answerFailure, jsonHeaders, retryAfter } from './answer.ts';
import { type Authenticated, getHeader, type Incoming, type Outgoing, type RawBody } from './call.ts';

const form = new RegExp(`^[\\x20-\\x7e]{1,${limits.idempotencyKeyCharacters}}$`);

/** Milliseconds after its deadline in which a run may settle an unknown outcome. */
const settleMs = 1_500;
/** Assumed duration in milliseconds of a run without a deadline, as on a local machine. */
const unlimitedMs = 180_000;
/** Timeout in milliseconds for releasing a failed request, so that a retry can start. */
const releaseMs = 300;
/** `Retry-After` while the first request is in progress, in milliseconds. */
const retryMs = 1_000;

/** Returns a hash of the body's JSON value and the path parameters; a body that is not JSON is hashed as text. */
const hashRequest = ({ body, pathParameters }: Incoming, rawBody: RawBody, { key }: Authenticated): string => {
  const content = rawBody && 'json' in rawBody ? `json ${toCanonicalJson(rawBody.json)}` : `text ${body ?? ''}`;
  const named = Object.keys(pathParameters ?? {}).length > 0 ? ` of ${toCanonicalJson(pathParameters)}` : '';
  // a response for one API key may contain templates that a restricted key must not see
  const visible = key.templateIds ? ` for ${toCanonicalJson(key.templateIds)}` : '';
  return sha256Hex(`${content}${named}${visible}`);
};

const replay = ({ status, body, retryAt }: StoredResponse, requestId: string, now: Date): Outgoing => ({
  statusCode: status,
  headers: { ...jsonHeaders(requestId), 'Idempotent-Replayed': 'true', ...retryAfter(retryAt, now) },
  body,
});

/** A run of a request with an `Idempotency-Key`, and when the request of this run arrived. */
export interface RequestRun {
  readonly key: string;
  readonly run: KeyedRun;
  readonly receivedAt: Date;
}

/**
 * Starts a request with an `Idempotency-Key`, after authentication and before validation: every later response
 * below status 500 is stored.
 *
 * @returns the run, or the response that is stored already; undefined without the header
 * @throws INVALID_IDEMPOTENCY_KEY, IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_IN_PROGRESS
 */
export const startIdempotentRequest = async (
  route: RouteId,
  store: Ports['idempotency:write'],
  runtime: Runtime,
  event: Incoming,
  rawBody: RawBody,
  authenticated: Authenticated,
  leftMs = unlimitedMs,
): Promise<{ readonly stored: Outgoing } | RequestRun | undefined> => {
  const key = getHeader(event, 'idempotency-key');
  if (key === undefined) return undefined;
  if (!form.test(key)) throw fail('INVALID_IDEMPOTENCY_KEY');
  const now = runtime.now();
  const { accountId } = authenticated.caller;
  const endsAt = new Date(now.getTime() + leftMs + settleMs);
  const begun = await store.begin(
    { accountId, route, key, body: hashRequest(event, rawBody, authenticated), endsAt },
    now,
  );
  if (begun.kind === 'otherBody') throw fail('IDEMPOTENCY_KEY_REUSED');
  if (begun.kind === 'underWay') throw failWithRetryAt(new Date(now.getTime() + retryMs), 'IDEMPOTENCY_IN_PROGRESS');
  if (begun.kind === 'answered') return { stored: replay(begun.answer, event.requestContext.requestId, now) };
  return { key, run: begun.run, receivedAt: now };
};

/**
 * Stores the response of a request with an `Idempotency-Key`, and returns the stored one, which may be another run's. A
 * failure is only logged, because a repeated request finds what this one did.
 */
export const storeResponse = async (
  keyed: RequestRun | undefined,
  runtime: Runtime,
  answer: StoredResponse,
): Promise<StoredResponse> => {
  if (!keyed) return answer;
  try {
    return await keyed.run.store(answer);
  } catch (cause) {
    runtime.log('error', 'response not stored', { cause });
    return answer;
  }
};

/** Stores an error response below 500. After a 5xx the request is released, so that a retry can start immediately. */
export const storeErrorResponse = async (
  keyed: RequestRun | undefined,
  runtime: Runtime,
  response: ReturnType<typeof answerFailure>,
): Promise<Outgoing> => {
  if (response.statusCode >= 500) {
    await keyed?.run.release(AbortSignal.timeout(releaseMs)).catch((cause: unknown) => {
      runtime.log('warn', 'keyed request not released', { cause });
    });
    return response;
  }
  const { statusCode: status, headers, body } = response;
  const seconds = Number(headers['Retry-After']);
  const retryAt = seconds > 0 && { retryAt: new Date(runtime.now().getTime() + seconds * 1_000) };
  const stored = await storeResponse(keyed, runtime, { status, body, ...retryAt });
  return { ...response, statusCode: stored.status, body: stored.body };
};

/** Returns the runtime of one run of a request with an `Idempotency-Key`, with clock and random bytes of the first run. */
export const runtimeOfRun = (runtime: Runtime, { key, run, receivedAt }: RequestRun): Runtime => {
  let calls = 0;
  const randomBytes = (count: number): Uint8Array => {
    calls += 1;
    return new Uint8Array(hkdfSync('sha256', run.seed, new Uint8Array(), `chance ${calls}`, count));
  };
  const { reservation, isRepeated } = run;
  return { ...runtime, now: () => run.startedAt, randomBytes, keyed: { key, reservation, isRepeated, receivedAt } };
};
