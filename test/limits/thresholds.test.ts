import { describe, expect, it } from 'vitest';
import { getUsageEvents, type LimitUse } from '../../lambdas/domain/quota/thresholds.ts';

const use = (change: Partial<LimitUse> = {}): LimitUse => ({
  ...{ accountId: 'ana', what: 'mints', used: 0, limit: 500, periodEnd: new Date('2026-12-01T00:00:00Z') },
  ...change,
});
const getThresholds = (used: number, limit: number | null) =>
  getUsageEvents(use({ used, limit })).map(({ threshold }) => threshold);
const getIds = (change: Partial<LimitUse>) => getUsageEvents(use({ used: 500, ...change })).map(({ id }) => id);

it.each([
  [0, 500, []],
  [399, 500, []],
  [400, 500, [80]],
  [499, 500, [80]],
  [500, 500, [80, 100]],
  [700, 500, [80, 100]],
  [1, 1, [80, 100]],
  [2, 3, []],
  [800_000_000, 1_000_000_000, [80]],
  [50_000_000, null, []],
  [3, 0, []],
])('%d of %s used have reached the thresholds %j', (used, limit, reached) => {
  expect(getThresholds(used, limit)).toEqual(reached);
});

describe('the id of a usage event', () => {
  it('is the same however much is used by the time it is computed', () => {
    expect(getIds({ used: 800 })).toEqual(getIds({ used: 500 }));
  });

  it('is another for each threshold, account, limit, key and period', () => {
    const ids = [
      {},
      { accountId: 'ben' },
      { what: 'generations' as const },
      { keyId: 'k1' },
      { keyId: 'k2' },
      { limit: 400 },
      { periodEnd: new Date('2027-01-01T00:00:00Z') },
    ].flatMap(getIds);

    expect(new Set(ids).size).toBe(14);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/);
  });
});
