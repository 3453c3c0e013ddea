import type { UsageResponse } from 'image-url-contract/schemas/usage.ts';
import { words } from '../words.ts';

const { limits: texts } = words;

type UsageEvent = UsageResponse['events'][number];

const names: Readonly<Record<UsageEvent['what'], string>> = {
  mints: texts.mints,
  generations: texts.generations,
  monthlyMints: texts.monthlyMints,
  dailyRenders: texts.dailyRenders,
};

/** A limit that is nearly or completely used up. */
export interface ReachedLimit {
  readonly threshold: UsageEvent['threshold'];
  readonly text: string;
}

/** Returns the limits with sent usage events in a current period, each once, used-up ones first. */
export const getReachedLimits = (events: readonly UsageEvent[], now: Date): readonly ReachedLimit[] => {
  const highest = new Map<string, UsageEvent>();
  for (const event of events) {
    const limit = `${event.what} ${event.keyId ?? ''}`;
    const known = highest.get(limit);
    if (new Date(event.periodEnd) > now && (!known || known.threshold < event.threshold)) highest.set(limit, event);
  }
  return [...highest.values()]
    .toSorted((a, b) => b.threshold - a.threshold)
    .map(({ what, keyId, threshold, limit }) => {
      const key = keyId === undefined ? '' : ` ${keyId}`;
      const share = threshold === 100 ? 'All' : `${threshold}% of`;
      return { threshold, text: `${share} ${limit.toLocaleString('en')} ${names[what]}${key} used` };
    });
};
