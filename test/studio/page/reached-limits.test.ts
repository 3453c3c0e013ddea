import type { UsageResponse } from 'image-url-contract/schemas/usage.ts';
import { getReachedLimits } from 'image-url-studio/page/session/reached-limits.ts';
import { expect, it } from 'vitest';

type UsageEvent = UsageResponse['events'][number];

const event = (change: Partial<UsageEvent>): UsageEvent => ({
  ...{ what: 'mints', threshold: 80, used: 2_000, limit: 2_500 },
  ...{ periodEnd: '2026-12-10T00:00:00.000Z', sentAt: '2026-11-23T10:00:00.000Z' },
  ...change,
});
const texts = (...events: UsageEvent[]) =>
  getReachedLimits(events, new Date('2026-11-24T12:00:00Z')).map(({ text }) => text);

it('a limit is named once, by its highest threshold, and those that are used up come first', () => {
  const key = { what: 'monthlyMints', keyId: 'k1', limit: 100 } as const;
  expect(texts(event({}), event({ ...key }), event({ ...key, threshold: 100 }))).toEqual([
    'All 100 mints of the API key k1 used',
    '80% of 2,500 mints of the month used',
  ]);
});

it('a day that is over is past', () => {
  const day = { what: 'dailyRenders', keyId: 's1', limit: 5, threshold: 100 } as const;
  expect(texts(event({ ...day, periodEnd: '2026-11-24T00:00:00.000Z' }))).toEqual([]);
  expect(texts(event({ ...day, periodEnd: '2026-11-25T00:00:00.000Z' }))).toEqual([
    'All 5 new images today of the signing key s1 used',
  ]);
});
