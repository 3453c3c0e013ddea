import { limits } from 'image-url-contract/limits.ts';
import { LRUCache } from 'lru-cache';

/** A response between viewer, edge and origin; header names in lower case. */
export interface EdgeAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface CachedAnswer {
  readonly answer: EdgeAnswer;
  readonly storedAt: number;
  readonly freshUntil: number;
}

/** Statuses that CloudFront caches: images and known errors. Source: CloudFront, "HTTP 4xx and 5xx status codes". */
const cachedStatuses: readonly number[] = [200, 400, 403, 404, 405, 414, 500, 501, 502, 503, 504];

/** Returns the seconds for which a response may be cached, as the cache policies limit them; 0 without `max-age`. */
const getLifetimeSeconds = ({ status, headers }: EdgeAnswer): number => {
  const control = headers['cache-control'] ?? '';
  const [, seconds = '0'] = /(?:^|[ ,])max-age=(\d{1,9})(?:,|$)/.exec(control) ?? [];
  return cachedStatuses.includes(status) && !/no-store|private/.test(control)
    ? Math.min(Number(seconds), limits.imageCacheSeconds)
    : 0;
};

/** About what an entry takes beside its body and its texts. */
const entryBytes = 500;

/** Returns a copy in memory of its own: a small buffer may be a view of Node's pool, and would keep the whole pool. */
const copyBytes = (bytes: Buffer): Buffer => Buffer.from(new Uint8Array(bytes).buffer);

/** Cache of an edge location: responses by key; the least recently used are evicted when memory runs out. */
export class EdgeCache {
  private readonly entries: LRUCache<string, CachedAnswer>;

  constructor(maxBytes: number) {
    this.entries = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ answer: { headers, body } }, key) =>
        key.length + body.length + Object.entries(headers).flat().join('').length + entryBytes,
    });
  }

  get usedBytes(): number {
    return this.entries.calculatedSize;
  }

  /** Returns an entry, fresh or stale. */
  find(key: string): CachedAnswer | undefined {
    return this.entries.get(key);
  }

  /** Caches a response for its lifetime, counted from `now`. Removes the entry if it may not be cached. */
  put(key: string, answer: EdgeAnswer, now: number): void {
    const lifetimeMs = getLifetimeSeconds(answer) * 1000;
    if (lifetimeMs === 0) this.entries.delete(key);
    else {
      const kept = { ...answer, body: copyBytes(answer.body) };
      this.entries.set(key, { answer: kept, storedAt: now, freshUntil: now + lifetimeMs });
    }
  }

  /** Drops every entry whose key is named. */
  dropAll(isNamed: (key: string) => boolean): void {
    for (const key of [...this.entries.keys()].filter(isNamed)) this.entries.delete(key);
  }
}
