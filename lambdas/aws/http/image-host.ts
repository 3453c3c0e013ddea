import { shortBackoffMs } from '../../domain/times.ts';

/** The public image host. It is requested like by any client, so a rendered image is stored for all clients. */
export const httpImageHost = () => ({
  /**
   * Requests an image, which renders it if it is not stored. `rendered`: it is stored. `failed`: it cannot be rendered.
   * `refused`: delivery has ended. `unknown`: any other response.
   */
  async request(url: string, withinMs: number): Promise<'rendered' | 'failed' | 'refused' | 'unknown'> {
    const { ok, status, headers } = await fetch(url, {
      method: 'HEAD',
      signal: AbortSignal.timeout(Math.max(1, Math.ceil(withinMs))),
    });
    if (ok) return 'rendered';
    // an operator or the account has ended its delivery
    if (status === 403 || status === 410) return 'refused';
    // a failure of the image has a longer backoff than one of the service
    const isOwn = status === 500 && Number(headers.get('retry-after')) * 1_000 > shortBackoffMs;
    return isOwn ? 'failed' : 'unknown';
  },
});
