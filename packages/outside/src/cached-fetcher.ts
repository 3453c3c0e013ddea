import { LRUCache } from 'lru-cache';
import type { RemoteImages } from './fetcher.ts';
import { overBudget } from './refusal.ts';

type Fetched = Awaited<ReturnType<RemoteImages['fetch']>>;

/** Size of the cache in bytes. */
const bytesCached = 64 << 20;
const cachedMs = 5 * 60_000;
/** Failures are cached for a shorter time, because the image may be added soon. */
const missingMs = 30_000;
/** Bytes that an entry counts in addition to its image. */
const answerBytes = 1_000;

const getSize = (fetched: Fetched): number => answerBytes + (fetched.ok ? fetched.bytes.byteLength : 0);

/** Caches remote images for a few minutes, because a template in an editor is rendered again and again. */
export const cachedRemoteImageFetcher = (remote: RemoteImages): RemoteImages => {
  const cached = new LRUCache<string, Fetched>({ maxSize: bytesCached, ttl: cachedMs, sizeCalculation: getSize });
  return {
    async fetch(url, payer) {
      // what one account cannot fetch another may have: its own assets are read from storage
      const failed = `${payer.accountId} ${url}`;
      const known = cached.get(url) ?? cached.get(failed);
      if (known) return known;
      const fetched = await remote.fetch(url, payer);
      // not cached: budgets end
      if (fetched.ok || fetched.reason !== overBudget)
        cached.set(fetched.ok ? url : failed, fetched, { ttl: fetched.ok ? cachedMs : missingMs });
      return fetched;
    },
  };
};
