import { hkdfSync } from 'node:crypto';
import { sha256Hex } from 'image-url-engine/hash.ts';
import { fail, failWithRetryAt } from '../contract/errors.ts';
import { limits } from '../contract/limits.ts';
import type { RouteId } from '../contract/routes.ts';
import { toCanonicalJson } from '../domain/canonical-json.ts';
import type { StoredResponse } from '../ports/idempotency.ts';
import type { Ports } from '../ports/ports.ts';
import type { AccountRecord } from '../ports/records.ts';
import type { Runtime } from '../ports/runtime.ts';
import { type answerFailure, jsonHeaders, retryAfter } from './answer.ts';
import { getHeader, type Incoming, type Outgoing } from './call.ts';

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
const hashRequest = ({ call, body, pathParameters }: Incoming): string => {
  const content =
    call.rawBody && 'json' in call.rawBody ? `json ${toCanonicalJson(call.rawBody.json)}` : `text ${body ?? ''}`;
  const named = Object.keys(pathParameters ?? {}).length > 0 ? ` of ${toCanonicalJson(pathParameters)}` : '';
  // a response for one API key may contain templates that a restricted key must not see
  const visible = call.key?.templateIds ? ` for ${toCanonicalJson(call.key.templateIds)}` : '';
  return sha256Hex(`${content}${named}${visible}`);
};

const replay = ({ status, body, retryAt }: StoredResponse, requestId: string, now: Date): Outgoing => ({
  statusCode: status,
  headers: { ...jsonHeaders(requestId), 'Idempotent-Replayed': 'true', ...retryAfter(retryAt, now) },
  body,
});

/**
 * Starts a request with an `Idempotency-Key`, after authentication and before validation: every later response
 * below status 500 is stored.
 *
 * @returns the response that is stored already
 * @throws INVALID_IDEMPOTENCY_KEY, IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_IN_PROGRESS
 */
export const startIdempotentRequest = async (
  route: RouteId,
  store: Ports['idempotency:write'],
  runtime: Runtime,
  event: Incoming,
  leftMs = unlimitedMs,
): Promise<Outgoing | undefined> => {
  const key = getHeader(event, 'idempotency-key');
  if (key === undefined) return undefined;
  if (!form.test(key)) throw fail('INVALID_IDEMPOTENCY_KEY');
  const now = runtime.now();
  const { accountId } = event.call.caller as AccountRecord;
  const endsAt = new Date(now.getTime() + leftMs + settleMs);
  const begun = await store.begin({ accountId, route, key, body: hashRequest(event), endsAt }, now);
  if (begun.kind === 'otherBody') throw fail('IDEMPOTENCY_KEY_REUSED');
  if (begun.kind === 'underWay') throw failWithRetryAt(new Date(now.getTime() + retryMs), 'IDEMPOTENCY_IN_PROGRESS');
  if (begun.kind === 'answered') return replay(begun.answer, event.requestContext.requestId, now);
  Object.assign(event.call, { run: begun.run, receivedAt: now, now: begun.run.startedAt });
  return undefined;
};

/**
 * Stores the response of a request with an `Idempotency-Key`, and returns the stored one, which may be another run's. A
 * failure is only logged, because a repeated request finds what this one did.
 */
export const storeResponse = async (
  { call }: Incoming,
  runtime: Runtime,
  answer: StoredResponse,
): Promise<StoredResponse> => {
  if (!call.run) return answer;
  try {
    return await call.run.store(answer);
  } catch (cause) {
    runtime.log('error', 'response not stored', { cause });
    return answer;
  }
};

/** Stores an error response below 500. After a 5xx the request is released, so that a retry can start immediately. */
export const storeErrorResponse = async (
  event: Incoming,
  runtime: Runtime,
  response: ReturnType<typeof answerFailure>,
): Promise<Outgoing> => {
  if (response.statusCode >= 500) {
    await event.call.run?.release(AbortSignal.timeout(releaseMs)).catch((cause: unknown) => {
      runtime.log('warn', 'keyed request not released', { cause });
    });
    return response;
  }
  const { statusCode: status, headers, body } = response;
  const seconds = Number(headers['Retry-After']);
  const retryAt = seconds > 0 && { retryAt: new Date(runtime.now().getTime() + seconds * 1_000) };
  const stored = await storeResponse(event, runtime, { status, body, ...retryAt });
  return { ...response, statusCode: stored.status, body: stored.body };
};

/** Returns the runtime of one run of a request with an `Idempotency-Key`, with the random bytes of the first run. */
export const runtimeOfRun = (runtime: Runtime, { run, receivedAt = runtime.now() }: Incoming['call']): Runtime => {
  if (!run) return runtime;
  let calls = 0;
  const randomBytes = (count: number): Uint8Array => {
    calls += 1;
    return new Uint8Array(hkdfSync('sha256', run.seed, new Uint8Array(), `chance ${calls}`, count));
  };
  const { reservation, isRepeated } = run;
  return { ...runtime, randomBytes, keyed: { reservation, isRepeated, receivedAt } };
};
