import { shortBackoffMs } from '../../core/rendering/backoff.ts';
import type { Adapter } from '../connect.ts';

/** The public image host, asked as any reader asks it: what is rendered for this is rendered for all. */
export const httpImageHost: Adapter<'images:request'> = () => ({
  async request(url, withinMs) {
    const { ok, status, headers } = await fetch(url, {
      method: 'HEAD',
      signal: AbortSignal.timeout(Math.max(1, Math.ceil(withinMs))),
    });
    if (ok) return 'drawn';
    // an operator or its owner has ended it
    if (status === 403 || status === 410) return 'refused';
    // a failure of the image's own has a longer pause than one of ours
    const isOwn = status === 500 && Number(headers.get('retry-after')) * 1_000 > shortBackoffMs;
    return isOwn ? 'failed' : 'unknown';
  },
});
