import { expect, it } from 'vitest';
import { plans } from '../../lambdas/domain/quota/plans.ts';
import { consumeUnits, requireUnits } from '../../lambdas/limits/quota.ts';
import type { QuotaStore } from '../../lambdas/ports/quotas.ts';
import type { AccountRecord } from '../../lambdas/ports/records.ts';
import type { Runtime } from '../../lambdas/ports/runtime.ts';
import { runtime } from '../../lambdas/runtime/runtime.ts';

const anchor = new Date('2026-01-10T00:00:00Z');
const [lastMonth, thisMonth] = [new Date('2026-11-09T23:00:00Z'), new Date('2026-11-10T01:00:00Z')];
const caller: AccountRecord = {
  ...{ accountId: 'ana', anchor, periodStart: anchor, periodEnd: anchor },
  ...{ plan: 'free', status: 'active' },
};

/** A quota store in memory: counts by month, and reservations. */
const memoryStore = (used: Readonly<Record<string, number>> = {}) => {
  const counts = new Map(Object.entries(used));
  const taken = new Set<string>();
  const store: QuotaStore = {
    async consume(_account, { start }, units, limit, reservation) {
      const month = start.toISOString().slice(0, 7);
      const count = counts.get(month) ?? 0;
      if (reservation && taken.has(`${month} ${reservation.name}`)) return { granted: true, used: count };
      if (count + units > limit) return { granted: false, used: count };
      counts.set(month, count + units);
      if (reservation) taken.add(`${month} ${reservation.name}`);
      return { granted: true, used: count + units };
    },
    release: () => Promise.reject(new Error('not asked')),
    latest: () => Promise.reject(new Error('not asked')),
    used: async (_account, { start }) => counts.get(start.toISOString().slice(0, 7)) ?? 0,
  };
  return { store, counts };
};

const reservation = { name: 'one' };
const wanted = { quota: 'mints', units: 1, reservation } as const;
/** A run of a keyed request whose first run was in the month before. */
const run = (isRepeated: boolean, receivedAt: Date): Runtime => ({
  ...runtime,
  now: () => lastMonth,
  beginAct: async () => undefined,
  writeQuotaHeaders: () => undefined,
  keyed: { key: 'one', reservation, isRepeated, receivedAt },
});

it('a keyed retry after a failure consumes the quota of the month it comes in', async () => {
  const { store, counts } = memoryStore();
  await consumeUnits(store, run(true, thisMonth), caller, wanted);
  expect(Object.fromEntries(counts)).toEqual({ '2026-11': 1 });
});

it('one whose first run did consume is not charged again, in either month', async () => {
  const { store, counts } = memoryStore();
  await consumeUnits(store, run(false, lastMonth), caller, wanted);
  const period = await consumeUnits(store, run(true, thisMonth), caller, wanted);
  expect(Object.fromEntries(counts)).toEqual({ '2026-10': 1 });
  expect(period.start.toISOString()).toMatch(/^2026-10/);
});

it('a used-up month before refuses nothing now, and the last unit of a repeated request is its own', async () => {
  const used = plans.free.mints;
  const [before, now] = [memoryStore({ '2026-10': used }), memoryStore({ '2026-10': used - 1 })];

  await requireUnits(before.store, run(true, thisMonth), caller, wanted);
  await consumeUnits(now.store, run(false, lastMonth), caller, wanted);
  await requireUnits(now.store, run(true, lastMonth), caller, wanted);

  const stranger = { ...wanted, reservation: { name: 'other' } };
  await expect(requireUnits(now.store, run(true, lastMonth), caller, stranger)).rejects.toMatchObject({
    code: 'QUOTA_EXCEEDED',
  });
});
