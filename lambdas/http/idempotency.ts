import { hkdfSync } from 'node:crypto';
import type { MiddlewareObj } from '@middy/core';
import { fail, failUntil } from '../contract/errors.ts';
import { limits } from '../contract/limits.ts';
import type { RouteId } from '../contract/routes.ts';
import { sha256Hex } from '../core/hash.ts';
import type { CachedAnswer, IdempotencyStore } from '../ports/idempotency.ts';
import type { AccountRecord } from '../ports/records.ts';
import type { Runtime } from '../ports/runtime.ts';
import { jsonHeaders } from './answer.ts';
import type { Incoming, Outgoing } from './call.ts';

const form = new RegExp(`^[\\x20-\\x7e]{1,${limits.idempotencyKeyCharacters}}$`);

/** How long after its time a run may still be at work: settling an unknown outcome takes a second. */
const settleMs = 1_500;
/** The time of a run that nothing limits, as on a machine where nobody says what is left. */
const unlimitedMs = 180_000;
/** What a failed request has to say that whoever comes next may begin. */
const releaseMs = 300;
/** When to ask again while the first request is under way. */
const retryMs = 1_000;

/** JSON with the keys of every object in order: texts that mean the same are the same. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

/** Hash of what a body says, and of what the address names; a body that is no JSON is taken by its bytes. */
const fingerprint = ({ call, body, pathParameters }: Incoming): string => {
  const message =
    call.rawBody && 'json' in call.rawBody ? `json ${canonical(call.rawBody.json)}` : `text ${body ?? ''}`;
  const named = Object.keys(pathParameters ?? {}).length > 0 ? ` of ${canonical(pathParameters)}` : '';
  // what one key was answered is no answer for another that may see less
  const visible = call.key?.templateIds ? ` for ${canonical(call.key.templateIds)}` : '';
  return sha256Hex(`${message}${named}${visible}`);
};

const getKey = ({ headers }: Incoming): string | undefined =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === 'idempotency-key')?.[1];

const replay = ({ status, body, retryAt }: CachedAnswer, requestId: string, now: Date): Outgoing => {
  const seconds = retryAt && Math.max(1, Math.ceil((retryAt.getTime() - now.getTime()) / 1_000));
  return {
    statusCode: status,
    headers: {
      ...jsonHeaders(requestId),
      'Idempotent-Replayed': 'true',
      ...(seconds && { 'Retry-After': String(seconds) }),
    },
    body,
  };
};

/**
 * Begins a request that has an `Idempotency-Key`, after its caller is known and before anything of it is judged: every
 * answer from there on is kept. One that has been answered is answered again.
 *
 * @throws INVALID_IDEMPOTENCY_KEY, IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_IN_PROGRESS.
 */
export const beginOnce = (
  route: RouteId,
  store: IdempotencyStore,
  runtime: Runtime,
): MiddlewareObj<Incoming, Outgoing> => ({
  before: async ({ event, context }) => {
    const key = getKey(event);
    if (key === undefined) return undefined;
    if (!form.test(key)) throw fail('INVALID_IDEMPOTENCY_KEY');
    const now = runtime.now();
    const leftMs = context.getRemainingTimeInMillis?.() ?? unlimitedMs;
    const { accountId } = event.call.caller as AccountRecord;
    const endsAt = new Date(now.getTime() + leftMs + settleMs);
    const begun = await store.begin({ accountId, route, key, body: fingerprint(event), endsAt }, now);
    if (begun.kind === 'otherBody') throw fail('IDEMPOTENCY_KEY_REUSED');
    if (begun.kind === 'underWay') throw failUntil(new Date(now.getTime() + retryMs), 'IDEMPOTENCY_IN_PROGRESS');
    if (begun.kind === 'answered') return replay(begun.answer, event.requestContext.requestId, now);
    event.call.run = begun.run;
    event.call.receivedAt = now;
    event.call.now = begun.run.startedAt;
    return undefined;
  },
});

/** Keeps an answer of a keyed request. One that cannot be kept is given all the same: asking again finds what was done. */
export const storeAnswer = async (
  { call }: Incoming,
  runtime: Runtime,
  answer: CachedAnswer,
): Promise<CachedAnswer> => {
  if (!call.run) return answer;
  try {
    return await call.run.store(answer);
  } catch (cause) {
    runtime.log('error', 'answer not kept', { cause });
    return answer;
  }
};

/** Keeps refusals of keyed requests too; a failure of the service's own is no answer, and the next run may begin. */
export const cacheRefusals = (runtime: Runtime): MiddlewareObj<Incoming, Outgoing> => ({
  onError: async (request) => {
    const { event, response } = request;
    if (!event.call.run || !response) return;
    if (response.statusCode >= 500) {
      await event.call.run.release(AbortSignal.timeout(releaseMs)).catch((cause: unknown) => {
        runtime.log('warn', 'keyed request not released', { cause });
      });
      return;
    }
    const seconds = Number(response.headers['Retry-After']);
    const retryAt = seconds > 0 && { retryAt: new Date(runtime.now().getTime() + seconds * 1_000) };
    const cached = await storeAnswer(event, runtime, {
      status: response.statusCode,
      body: String(response.body),
      ...retryAt,
    });
    request.response = { ...response, statusCode: cached.status, body: cached.body };
  },
});

/** The runtime of one run of a keyed request: chance is what it was in the first run. */
export const runtimeOfRun = (runtime: Runtime, { run, receivedAt = runtime.now() }: Incoming['call']): Runtime => {
  if (!run) return runtime;
  let rendered = 0;
  const randomBytes = (count: number): Uint8Array => {
    rendered += 1;
    return new Uint8Array(hkdfSync('sha256', run.seed, new Uint8Array(), `chance ${rendered}`, count));
  };
  const { reservation, isRepeated } = run;
  return { ...runtime, randomBytes, keyed: { reservation, isRepeated, receivedAt } };
};
