import { expect, it } from 'vitest';
import { createAccount, setAccount } from '../../admin/administer-accounts.ts';
import { administration } from '../../admin/administration.ts';
import { getBills } from '../../admin/bills.ts';
import { deleteAccount, type ErasurePorts } from '../../admin/delete-account.ts';
import { dynamoDbBudgets } from '../../lambdas/aws/dynamodb/budgets.ts';
import { dynamoDbGenerationQuota, dynamoDbMintQuota } from '../../lambdas/aws/dynamodb/quota-store.ts';
import { dynamoDbViewCounter } from '../../lambdas/aws/dynamodb/view-counter.ts';
import { readEnvironment } from '../../lambdas/config/environment.ts';
import { getBillingPeriod } from '../../lambdas/domain/quota/billing-period.ts';
import { storedInMonth } from '../../lambdas/limits/budgets.ts';
import type { AccountRecord } from '../../lambdas/ports/records.ts';
import { onEmptyCloud } from '../support/empty-cloud.ts';
import { quietRuntime } from '../support/quiet-runtime.ts';
import { randomFrom } from '../support/random.ts';

onEmptyCloud();

const october = '2026-10';
const anchors = ['2026-01-31T12:00:00Z', '2026-03-01T00:00:00Z', '2026-10-15T08:30:00Z', '2025-02-28T23:59:59Z'];

it('closed months equal what the events of the month said, also of deleted accounts and after changes of the plan', async () => {
  const random = randomFrom(7);
  let now = new Date('2026-10-01T00:00:00Z');
  const runtime = quietRuntime(() => now);
  const { store, data, ports } = administration();
  const stores = {
    mints: dynamoDbMintQuota(readEnvironment('mints:spend')),
    generations: dynamoDbGenerationQuota(readEnvironment('generations:spend')),
    budgets: dynamoDbBudgets(readEnvironment('budgets:consume')),
    views: dynamoDbViewCounter(readEnvironment('views:count')),
  };
  const erasing: ErasurePorts = {
    ...{ ...ports, store, data, edge: ports['edgeDenyList:write'], drainMs: 0 },
    edgeCaches: { dropImages: async () => undefined },
    pause: async () => undefined,
  };
  const ids: string[] = [];
  for (const anchor of anchors) {
    now = new Date('2026-10-15T09:00:00Z');
    ids.push((await createAccount(store, runtime, { plan: 'starter', anchor: new Date(anchor) })).accountId);
  }

  /** What the events say, by account and start of its month. */
  const told = new Map<string, { mints: number; generations: number; onDemandRenders: number; storedBytes: number }>();
  const fetched: { readonly accountId: string; readonly day: string; readonly count: number }[] = [];
  const start = Date.parse('2026-10-15T09:00:00Z');
  const span = Date.parse('2026-12-20T00:00:00Z') - start;
  for (let n = 0; n < 120; n += 1) {
    now = new Date(start + (span * n) / 120);
    const accountId = random.pick(ids);
    const account = (await store.account(accountId)) as AccountRecord;
    const period = getBillingPeriod(account.anchor, now);
    const key = `${accountId} ${period.start.toISOString()}`;
    const month = told.get(key) ?? { mints: 0, generations: 0, onDemandRenders: 0, storedBytes: 0 };
    told.set(key, month);
    const units = random.int(1, 3);
    const events = [
      async () => {
        await stores.mints.consume(accountId, period, units, 10_000);
        month.mints += units;
      },
      async () => {
        await stores.mints.consume(accountId, period, 1, 10_000, { name: `o${n}` }, [], 'onDemandRenders');
        // a repetition counts nothing
        await stores.mints.consume(accountId, period, 1, 10_000, { name: `o${n}` }, [], 'onDemandRenders');
        month.mints += 1;
        month.onDemandRenders += 1;
      },
      async () => {
        await stores.generations.consume(accountId, period, 2, 1_000);
        await stores.generations.release(accountId, period, 1);
        month.generations += 1;
      },
      async () => {
        await stores.budgets.consume(storedInMonth(account, runtime), 1_000 * units);
        month.storedBytes += 1_000 * units;
      },
    ];
    await random.pick(events)();
    const [day, kind] = [now.toISOString().slice(0, 10), 'template'] as const;
    const row = { kind, accountId, day, subject: `card${n % 2}`, counts: { browser: units, slack: 1 } };
    const counting = { file: `log ${n}`, group: 'templates', isClosed: async () => false, now };
    await stores.views.countTemplates([row], counting);
    fetched.push({ accountId, day, count: units + 1 });
  }
  const [changed = '', , , deleted = ''] = ids;
  now = new Date('2026-12-21T00:00:00Z');
  await setAccount(store, runtime, changed, { plan: 'pro' });
  await deleteAccount(erasing, runtime, deleted, true);

  now = new Date('2027-03-01T00:00:00Z');
  let billed = 0;
  for (const month of [october, '2026-11', '2026-12']) {
    for (const { accountId, periodStart, mints, generations, onDemandRenders, storedBytes, ...bill } of await getBills(
      store,
      runtime,
      month,
    )) {
      const expected = told.get(`${accountId} ${periodStart}`) ?? expect.objectContaining({ mints: 0 });
      expect({ mints, generations, onDemandRenders, storedBytes }).toEqual(expected);
      const isOfMonth = (day: string) => day >= periodStart.slice(0, 10) && day < bill.periodEnd.slice(0, 10);
      const seen = fetched.filter((one) => one.accountId === accountId && isOfMonth(one.day));
      expect(bill.views).toBe(seen.reduce((sum, { count }) => sum + count, 0));
      expect(bill.state).toBe('closed');
      const isPro = accountId === changed && bill.periodEnd > '2026-12-21';
      const isChanged = isPro && periodStart < '2026-12-21';
      expect([bill.plan, bill.earlierPlans]).toEqual([
        isPro ? 'pro' : 'starter',
        isChanged ? 'starter until 2026-12-21T00:00:00.000Z' : '',
      ]);
      billed += told.has(`${accountId} ${periodStart}`) ? 1 : 0;
    }
  }
  const begunBefore = [...told.keys()].filter((key) => !/ 2026-1[0-2]/.test(key)).length;
  expect(billed + begunBefore).toBe(told.size);
  expect(billed).toBeGreaterThan(8);
});
