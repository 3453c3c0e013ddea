import { type components, minting } from './contract.ts';
import { ImageUrlError } from './image-url-error.ts';
import type { MintedUrl } from './minting.ts';
import type { Service } from './service.ts';

type MintBatchResponse = components['schemas']['MintBatchResponse'];
type MintResponse = components['schemas']['MintResponse'];
/** Mints items in a batch, or one alone if its form cannot be batched. */
export type MintRoute = keyof typeof minting;

const mostAttempts = 6;
const attemptMs = 30_000;
const firstPauseMs = 250;

interface Failure {
  readonly error: ImageUrlError;
  /** Whether a retry may succeed. */
  readonly mayPass: boolean;
  /** Wait before a retry, if the service has returned it. */
  readonly retryAfterMs?: number | undefined;
}

/** Returns the wait after attempt number `attempt`, from 0: exponential, with jitter. */
export const pauseMs = (attempt: number, chance: number): number => firstPauseMs * 2 ** attempt * (0.5 + chance / 2);

/** Parses `Retry-After` in either of its forms to milliseconds; undefined without it. */
export const retryAfterMs = (header: string | null, now: number): number | undefined => {
  if (header === null || header.trim() === '') return undefined;
  const ms = /^\s*\d+\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
};

const parse = (text: string): Record<string, unknown> => {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
};

interface Answered {
  readonly status: number;
  readonly requestId: string | undefined;
}

/** Warnings that this process has printed, because many pages of a site have the same. */
const shownWarnings = new Set<string>();
const mostShown = 100;

const showOnce = (warnings: readonly string[] = []): void => {
  for (const warning of warnings) {
    if (shownWarnings.has(warning) || shownWarnings.size >= mostShown) continue;
    shownWarnings.add(warning);
    // biome-ignore lint/suspicious/noConsole: the image is not what the page's author thinks
    console.warn(`image-url-client: ${warning}`);
  }
};

/** Returns the URLs of a response. @throws SERVICE_TOO_OLD if it lacks the details */
const getUrls = ({ baseUrl }: Service, answered: Answered, urls: MintBatchResponse['urls']): MintedUrl[] =>
  urls.map(({ templateId, url, expiresAt, details, warnings }) => {
    showOnce(warnings?.map((warning) => `${templateId}: ${warning}`));
    if (details !== undefined) return { url, expiresAt, ...details };
    const text = `The service at ${baseUrl} is older than this client: it says nothing of the images (details). Update the service.`;
    throw new ImageUrlError(text, { code: 'SERVICE_TOO_OLD', ...answered });
  });

const getFailure = (
  { baseUrl }: Service,
  path: string,
  answered: Answered,
  headers: Headers,
  { code, message, item }: Record<string, unknown>,
): Failure => {
  const { status } = answered;
  // a used-up quota is the stored response for this Idempotency-Key
  const mayPass = status >= 500 || ((status === 429 || status === 409) && code !== 'QUOTA_EXCEEDED');
  const failure = (text: string, code: string): Failure => ({
    error: new ImageUrlError(text, { code, item: typeof item === 'number' ? item : undefined, ...answered }),
    mayPass,
    retryAfterMs: retryAfterMs(headers.get('retry-after'), Date.now()),
  });
  // a key was sent, but the service does not recognise its form
  if (code === 'MISSING_API_KEY')
    return failure(`The apiKey is none of ${baseUrl}: was it copied whole?`, 'INVALID_API_KEY');
  const isOurs = typeof code === 'string' && typeof message === 'string';
  if (isOurs && code !== 'NOT_FOUND' && code !== 'METHOD_NOT_ALLOWED') return failure(message, code);
  if (mayPass) return failure(`${baseUrl} answered ${status}.`, 'UNAVAILABLE');
  const location = headers.get('location');
  const did = location === null ? `answered ${status}` : `leads to ${location}`;
  const text = `${baseUrl}${path} ${did}, as no image URL service does: is baseUrl the address of its API?`;
  return failure(text, 'NOT_THE_SERVICE');
};

const unreachable = ({ baseUrl }: Service, error: unknown): Failure => {
  const { cause, message } = error as { cause?: { message?: string; code?: string }; message?: string };
  const why = String(cause?.message || cause?.code || message).replace(/\W+$/, '');
  const text = `${baseUrl} cannot be reached: ${why}.`;
  return { error: new ImageUrlError(text, { code: 'UNREACHABLE', cause: error }), mayPass: true };
};

/** Returns the URLs of a successful response; undefined for any other. */
const readUrls = (
  answer: Record<string, unknown>,
  route: MintRoute,
  items: readonly string[],
): MintBatchResponse['urls'] | undefined => {
  if (route === 'single') {
    const { templateId } = parse(items[0] ?? '') as { templateId: string };
    return typeof answer.url === 'string' ? [{ templateId, ...(answer as MintResponse) }] : undefined;
  }
  const { urls } = answer as Partial<MintBatchResponse>;
  return Array.isArray(urls) && urls.length === items.length ? urls : undefined;
};

const attempt = async (
  service: Service,
  route: MintRoute,
  items: readonly string[],
  idempotencyKey: string,
  ms: number,
): Promise<MintedUrl[] | Failure> => {
  const read = (answer: Record<string, unknown>, answered: Answered): MintedUrl[] | undefined => {
    const urls = readUrls(answer, route, items);
    if (urls && route === 'batch')
      showOnce((answer as MintBatchResponse).warnings?.map((text) => text.replace(/^items\[\d+\]\./, '')));
    return urls && getUrls(service, answered, urls);
  };
  const body = route === 'single' ? (items[0] ?? '') : `{"items":[${items.join(',')}]}`;
  return exchange(service, { method: 'POST', path: minting[route], body, idempotencyKey }, ms, read);
};

interface Exchange {
  readonly method: string;
  readonly path: string;
  /** JSON. */
  readonly body?: string | undefined;
  readonly idempotencyKey?: string;
}

/** Sends one request. @param read returns the result of a success; undefined for an answer of something else */
const exchange = async <T>(
  service: Service,
  { method, path, body, idempotencyKey }: Exchange,
  ms: number,
  read: (answer: Record<string, unknown>, answered: Answered) => T | undefined,
): Promise<T | Failure> => {
  let response: Response;
  let text: string;
  try {
    response = await fetch(service.baseUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${service.apiKey}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...(body !== undefined && { body }),
      // the key must not be sent to another address
      redirect: 'manual',
      signal: AbortSignal.timeout(Math.ceil(ms)),
    });
    text = await response.text();
  } catch (error) {
    return unreachable(service, error);
  }
  const answer = parse(text);
  const { ok, status, headers } = response;
  const answered = { status, requestId: headers.get('x-request-id') ?? undefined };
  return (ok ? read(answer, answered) : undefined) ?? getFailure(service, path, answered, headers, answer);
};

/** Tries until it succeeds or a retry is of no use. @throws ImageUrlError of the last attempt */
const retry = async <T>(timeoutMs: number, once: (ms: number) => Promise<T | Failure>): Promise<T> => {
  const until = Date.now() + timeoutMs;
  for (let n = 0; ; n++) {
    const leftMs = Math.max(1, until - Date.now());
    const outcome = await once(Math.min(attemptMs, leftMs));
    if (!isFailure(outcome)) return outcome;
    const wait = outcome.retryAfterMs ?? pauseMs(n, Math.random());
    if (!outcome.mayPass || n + 1 === mostAttempts || Date.now() + wait >= until) throw outcome.error;
    await new Promise((done) => setTimeout(done, wait));
  }
};

const isFailure = (outcome: unknown): outcome is Failure =>
  (outcome as Partial<Failure> | undefined)?.error instanceof ImageUrlError;

/** Sends a request that may be repeated, and returns its answer. @throws ImageUrlError of the last attempt */
export const request = <T>(service: Service, wanted: Exchange, field: string, timeoutMs: number): Promise<T> =>
  retry(timeoutMs, (ms) => exchange(service, wanted, ms, (answer) => (field in answer ? (answer as T) : undefined)));

/**
 * Mints a batch, or one item with `single`. Retries use the same `Idempotency-Key`, so nothing is counted twice. There
 * is no retry that would have to wait beyond `timeoutMs`.
 *
 * @throws ImageUrlError of the last attempt
 */
export const send = (
  service: Service,
  route: MintRoute,
  items: readonly string[],
  timeoutMs: number,
): Promise<MintedUrl[]> => {
  const idempotencyKey = crypto.randomUUID();
  return retry(timeoutMs, (ms) => attempt(service, route, items, idempotencyKey, ms));
};
