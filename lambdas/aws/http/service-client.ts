import type { ServiceAnswer } from '../../ports/service.ts';
import type { Adapter } from '../connect.ts';
import { readCanaryKey } from '../secrets-manager/canary-key.ts';

/** Timeouts in seconds: of API calls, and of an image that was never rendered. */
const [callSeconds, imageSeconds] = [15, 25];

const getAnswer = async (response: Response): Promise<ServiceAnswer> => ({
  status: response.status,
  bytes: new Uint8Array(await response.arrayBuffer()),
  requestId: response.headers.get('x-request-id') ?? 'unknown',
});

/** The service over the internet, at the addresses its clients have. */
export const httpServiceClient: Adapter<'service:call'> = ({ CANARY_KEY, BASE_URL }) => ({
  async call({ method, path, body, idempotencyKey }) {
    const apiKey = await readCanaryKey(CANARY_KEY);
    if (apiKey === undefined) return undefined;
    const response = await fetch(`${BASE_URL}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(callSeconds * 1_000),
    });
    return getAnswer(response);
  },
  async fetchImage(url) {
    return getAnswer(await fetch(url, { signal: AbortSignal.timeout(imageSeconds * 1_000) }));
  },
});
