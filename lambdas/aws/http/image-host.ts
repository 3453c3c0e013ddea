import { shortBackoffMs } from '../../core/rendering/backoff.ts';

/**
 * The public image host. The image is requested like by any client, so what is rendered for this request is stored for
 * all.
 */
export const httpImageHost = () => ({
  /**
   * Requests an image, which renders it if it is not stored. `rendered`: it is stored. `failed`: it cannot be rendered.
   * `refused`: the URL is not delivered any more. `unknown`: any other response.
   */
  async request(url: string, withinMs: number): Promise<'rendered' | 'failed' | 'refused' | 'unknown'> {
    const { ok, status, headers } = await fetch(url, {
      method: 'HEAD',
      signal: AbortSignal.timeout(Math.max(1, Math.ceil(withinMs))),
    });
    if (ok) return 'rendered';
    // an operator or the account has ended its delivery
    if (status === 403 || status === 410) return 'refused';
    // a failure of the image itself has a longer backoff than one of the service
    const isOwn = status === 500 && Number(headers.get('retry-after')) * 1_000 > shortBackoffMs;
    return isOwn ? 'failed' : 'unknown';
  },
});
