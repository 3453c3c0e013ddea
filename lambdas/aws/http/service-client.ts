import type { EnvironmentOf } from '../../config/capabilities.ts';
import { canaryAgent } from '../../domain/views/platform.ts';
import { readCanaryKey } from '../secrets-manager/canary-key.ts';

export interface ServiceRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path below the API's address, with a leading slash. */
  readonly path: string;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
}

/** Returns method, headers and body of a request with an API key. */
export const toHttp = (apiKey: string, { method, body, idempotencyKey }: ServiceRequest) => ({
  method,
  headers: {
    authorization: `Bearer ${apiKey}`,
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  },
  ...(body !== undefined && { body: JSON.stringify(body) }),
});

/** Timeouts in seconds: of API calls, and of an image that may have to be rendered. */
const [callSeconds, imageSeconds] = [15, 25];

const getAnswer = async (response: Response) => ({
  status: response.status,
  bytes: new Uint8Array(await response.arrayBuffer()),
  /** Finds the request in the logs. */
  requestId: response.headers.get('x-request-id') ?? 'unknown',
});

/** The service at its public addresses, with the API key of the canary's account. */
export const httpServiceClient = ({ CANARY_KEY, BASE_URL: baseUrl }: EnvironmentOf<'service:call'>) => ({
  /** Address of the API. */
  baseUrl,
  /**
   * Calls the API. With an `idempotencyKey`, a repeated call consumes and creates nothing more.
   *
   * @returns undefined while the canary has no API key; `canary enrol` of the admin program creates one.
   */
  async call(request: ServiceRequest) {
    const apiKey = await readCanaryKey(CANARY_KEY);
    if (apiKey === undefined) return undefined;
    const signal = AbortSignal.timeout(callSeconds * 1_000);
    return getAnswer(await fetch(`${baseUrl}${request.path}`, { ...toHttp(apiKey, request), signal }));
  },
  /** Fetches an image URL as a browser does. */
  async fetchImage(url: string) {
    return getAnswer(
      await fetch(url, { headers: { 'user-agent': canaryAgent }, signal: AbortSignal.timeout(imageSeconds * 1_000) }),
    );
  },
});
