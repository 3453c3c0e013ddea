import type { ServiceAnswer } from '../ports/service.ts';
import type { Adapter } from './connect.ts';
import { readCanaryKey } from './secrets-canary-key.ts';

/** Longest a client waits for a mint, and for a picture nobody has drawn. */
const [mintSeconds, imageSeconds] = [15, 25];

const answerOf = async (response: Response): Promise<ServiceAnswer> => ({
  status: response.status,
  bytes: new Uint8Array(await response.arrayBuffer()),
  requestId: response.headers.get('x-request-id') ?? 'unknown',
});

/** The service over the internet, at the addresses its clients have. */
export const httpServiceClient: Adapter<'service:call'> = ({ CANARY_KEY, BASE_URL }) => ({
  async mint(body) {
    const apiKey = await readCanaryKey(CANARY_KEY);
    if (apiKey === undefined) return undefined;
    const response = await fetch(`${BASE_URL}/v1/url`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(mintSeconds * 1_000),
    });
    return answerOf(response);
  },
  async fetchImage(url) {
    return answerOf(await fetch(url, { signal: AbortSignal.timeout(imageSeconds * 1_000) }));
  },
});
