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

/** Returns the seconds for which a response may be cached; 0 without `max-age`. */
const getLifetimeSeconds = ({ status, headers }: EdgeAnswer): number => {
  const control = headers['cache-control'] ?? '';
  const [, seconds = '0'] = /(?:^|[ ,])max-age=(\d{1,9})(?:,|$)/.exec(control) ?? [];
  return cachedStatuses.includes(status) && !/no-store|private/.test(control) ? Number(seconds) : 0;
};

/** Cache of an edge location: responses by key; the least recently used are evicted when memory runs out. */
export class EdgeCache {
  private readonly entries = new Map<string, CachedAnswer>();
  private readonly maxBytes: number;
  private bytes = 0;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  get usedBytes(): number {
    return this.bytes;
  }

  /** Returns an entry, fresh or stale. */
  find(key: string): CachedAnswer | undefined {
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    this.entries.delete(key);
    this.entries.set(key, entry);
    return entry;
  }

  /** Caches a response for its lifetime, counted from `now`. Removes the entry if it may not be cached. */
  put(key: string, answer: EdgeAnswer, now: number): void {
    this.drop(key);
    const lifetimeMs = getLifetimeSeconds(answer) * 1000;
    const size = key.length + answer.body.length;
    if (lifetimeMs === 0 || size > this.maxBytes) return;
    this.entries.set(key, { answer, storedAt: now, freshUntil: now + lifetimeMs });
    this.bytes += size;
    for (const oldest of this.entries.keys()) {
      if (this.bytes <= this.maxBytes) return;
      this.drop(oldest);
    }
  }

  /** Drops every entry whose key is named. */
  dropAll(isNamed: (key: string) => boolean): void {
    for (const key of [...this.entries.keys()].filter(isNamed)) this.drop(key);
  }

  drop(key: string): void {
    const entry = this.entries.get(key);
    if (!entry) return;
    this.entries.delete(key);
    this.bytes -= key.length + entry.answer.body.length;
  }
}
