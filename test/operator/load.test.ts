import { expect, it } from 'vitest';
import { failures } from '../../bench/load/traffic.ts';

const outcome = { name: 'mints', rate: 1, tookMs: [1], statuses: { 200: 5, 429: 1, 500: 2, 503: 3 }, unanswered: 1 };

it('a load fails for every 5xx at the rate that is held, and for all but 503 in an overload', () => {
  expect(failures([outcome])).toEqual(['mints: 2 times 500', 'mints: 3 times 503', 'mints: 1 without an answer']);
  expect(failures([outcome], true)).toEqual(['mints: 2 times 500', 'mints: 1 without an answer']);
});
