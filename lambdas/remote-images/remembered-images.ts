import { LRUCache } from 'lru-cache';
import type { RemoteImages } from '../ports/images.ts';
import { overBudget } from './refusal.ts';

type Fetched = Awaited<ReturnType<RemoteImages['fetch']>>;

/** Bytes of all remembered pictures together. */
const bytesKept = 64 << 20;
const keptMs = 5 * 60_000;
/** An address without a picture may have one soon: its author is at work on it. */
const missingMs = 30_000;
/** What an answer counts besides its bytes. */
const answerBytes = 1_000;

const sizeOf = (fetched: Fetched): number => answerBytes + (fetched.ok ? fetched.bytes.byteLength : 0);

/** Remote images remembered for a few minutes: whoever edits a template has it drawn again and again. */
export const rememberedImages = (remote: RemoteImages): RemoteImages => {
  const remembered = new LRUCache<string, Fetched>({ maxSize: bytesKept, ttl: keptMs, sizeCalculation: sizeOf });
  return {
    async fetch(url, room) {
      const known = remembered.get(url);
      if (known?.ok && !room.grow(known.bytes.byteLength)) return { ok: false, reason: 'too large' };
      if (known) return known;
      const fetched = await remote.fetch(url, room);
      // too large may only be too large beside the others; budgets are this caller's, or end with the hour
      const isLasting = fetched.ok || (fetched.reason !== 'too large' && fetched.reason !== overBudget);
      if (isLasting) remembered.set(url, fetched, { ttl: fetched.ok ? keptMs : missingMs });
      return fetched;
    },
  };
};
