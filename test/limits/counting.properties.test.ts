import { randomBytes } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { withinBudget } from '#engine/time-budget.ts';
import { dynamoDbQuotaStore } from '../../lambdas/aws/dynamodb/quota-store.ts';
import type { QuotaStore } from '../../lambdas/ports/quotas.ts';
import { effort, figure } from '../support/effort.ts';
import { fc } from '../support/fast-check.ts';
import type { Fault } from '../support/faults/fault-proxy.ts';
import { useFaultyCloud } from '../support/faults/faulty-cloud.ts';
import { getQuotaAccount, isQuotaWrite, isSettling, quotaTables } from '../support/quota-store.ts';

/**
 * @promise Exact counting: Under any schedule of faults a 200 has consumed its units and a 500 none
 * @also test/mint/mint.faults.slow.test.ts
 * @figure long form: 30,218 requests under 25,755 faults, 1,735 batches under 2,034; no difference
 */

/**
 * @promise Exact counting: If the outcome cannot be determined, the count is wrong by no more than the requests that
 *   failed
 * @figure long form: holds
 */

/**
 * @promise Exact counting: A write that arrives after its caller got an answer changes nothing
 * @figure 0 counted
 */

const cloud = useFaultyCloud();

const period = { start: new Date('2027-01-01T00:00:00Z'), end: new Date('2027-02-01T00:00:00Z') };
const anId = (): string => randomBytes(9).toString('base64url');
const newStore = (): QuotaStore => dynamoDbQuotaStore(quotaTables(), 'mints');
const usedBy = (account: string) => newStore().used(account, period);

/** Quota stores with a client of their own, to be closed: clients stop repeating when too much fails. */
const freshStores = async () => {
  vi.resetModules();
  const { dynamoDbQuotaStore: fresh } = await import('../../lambdas/aws/dynamodb/quota-store.ts');
  const { documents } = await import('../../lambdas/aws/dynamodb/client.ts');
  return {
    /** A quota store as a new function instance has it. */
    instance: () => fresh(quotaTables(), 'mints'),
    close: () => documents.config.requestHandler.destroy?.(),
  };
};

interface Asked {
  readonly units: number;
  readonly result: PromiseSettledResult<{ readonly granted: boolean }>;
}
const getSum = (asked: readonly Asked[], isIncluded: (one: Asked) => boolean): number =>
  asked.reduce((total, one) => total + (isIncluded(one) ? one.units : 0), 0);
const isTaken = ({ result }: Asked): boolean => result.status === 'fulfilled' && result.value.granted;
const isFailed = ({ result }: Asked): boolean => result.status === 'rejected';

const quick: readonly Fault[] = ['throttle', 'error', 'reset', 'lost', 'errorAfter'];
const fault = fc.option(fc.constantFrom<Fault>(...quick), { nil: undefined, freq: 3 });
const crowd = fc.record({
  limit: fc.integer({ min: 1, max: 20 }),
  /** Units of each call, its instance, and whether it has a reservation. */
  consumptions: fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 2 }), fc.boolean()), {
    minLength: 1,
    maxLength: 16,
  }),
  faults: fc.array(fault, { minLength: 8, maxLength: 60 }),
});
type Crowd = typeof crowd extends fc.Arbitrary<infer T> ? T : never;

/** Crowds side by side, each of an account of its own: nearly all of their time is the clients' pauses before they repeat a call. */
const atOnce = effort(5, 20);
const crowds = fc.array(crowd, { minLength: atOnce, maxLength: atOnce });

/** Deals each account its own faults, in the order of its calls; the returned counter says how many it got. */
const deal = (schedules: ReadonlyMap<string, readonly (Fault | undefined)[]>, isSpared: (body: string) => boolean) => {
  const open = new Map([...schedules].map(([account, faults]) => [account, [...faults]]));
  let dealt = 0;
  cloud.calm();
  cloud.dynamoDb.decide = ({ operation, body }) => {
    if (operation !== 'UpdateItem' || !isQuotaWrite(body) || isSpared(body)) return undefined;
    const next = open.get(getQuotaAccount(body))?.shift();
    if (next) dealt += 1;
    return next;
  };
  return () => dealt;
};

/** Has every crowd take its units, each of an account of its own; returns what came of it, and the number of faults. */
const takeAll = async (all: readonly Crowd[], isSpared: (body: string) => boolean) => {
  const { instance, close } = await freshStores();
  const own = all.map((one) => ({ ...one, account: anId() }));
  const dealt = deal(new Map(own.map(({ account, faults }) => [account, faults])), isSpared);
  const outcomes = await Promise.all(
    own.map(async ({ account, limit, consumptions }) => {
      const instances = [instance(), instance(), instance()];
      const results = await Promise.allSettled(
        consumptions.map(([units, n, isNamed]) =>
          (instances[n] as QuotaStore).consume(account, period, units, limit, isNamed ? { name: anId() } : undefined),
        ),
      );
      const asked = consumptions.map(([units], n) => ({ units, result: results[n] as Asked['result'] }));
      return { account, limit, taken: getSum(asked, isTaken), failed: getSum(asked, isFailed) };
    }),
  );
  cloud.calm();
  const counted = await Promise.all(outcomes.map(({ account }) => usedBy(account)));
  close();
  return { outcomes: outcomes.map((one, n) => ({ ...one, used: counted[n] as number })), faults: dealt() };
};

describe('counting, whatever happens to the calls', () => {
  it('is exact as long as an unknown outcome can be settled', async () => {
    let [consumptions, faults] = [0, 0];
    const property = fc.asyncProperty(crowds, async (all) => {
      const taken = await takeAll(all, isSettling);

      faults += taken.faults;
      consumptions += all.reduce((sum, one) => sum + one.consumptions.length, 0);
      for (const one of taken.outcomes) {
        expect(one.used).toBe(one.taken);
        expect(one.taken).toBeLessThanOrEqual(one.limit);
      }
    });
    await fc.assert(property, { numRuns: effort(15, 5_000) / atOnce, endOnFailure: true });
    figure('consumptions with faults, counted exactly', `${consumptions} (${faults} faults)`);
    expect(faults).toBeGreaterThan(0);
  });

  it('errs by no more than the consumptions that failed when nothing can be settled', async () => {
    let [crowdsTried, faults] = [0, 0];
    const property = fc.asyncProperty(crowds, async (all) => {
      const { outcomes, faults: dealt } = await takeAll(all, () => false);

      crowdsTried += outcomes.length;
      faults += dealt;
      for (const { used, limit, taken, failed } of outcomes) {
        expect(used).toBeGreaterThanOrEqual(taken);
        expect(used).toBeLessThanOrEqual(Math.min(limit, taken + failed));
      }
    });
    await fc.assert(property, { numRuns: effort(5, 3_000) / atOnce, endOnFailure: true });
    figure('crowds whose outcomes nothing settles, within their bounds', `${crowdsTried} (${faults} faults)`);
    expect(faults).toBeGreaterThan(0);
  });

  it.each([
    ['without a reservation', undefined],
    ['with a reservation', { name: anId() }],
  ])('is not changed by a write %s that arrives after its caller got a response', async (_, reservation) => {
    const [store, account] = [newStore(), anId()];
    cloud.dynamoDb.decide = ({ operation, body }) =>
      operation === 'UpdateItem' && !isSettling(body) ? 'late' : undefined;

    const consumption = withinBudget(AbortSignal.timeout(1_000), () =>
      store.consume(account, period, 1, 5, reservation),
    );

    await expect(consumption).rejects.toThrow(/abort/i);
    cloud.dynamoDb.decide = () => undefined;
    await cloud.dynamoDb.release();
    expect(await store.used(account, period)).toBe(0);
  });

  it('is not changed by a write that arrives after its caller was refused, even if there is room for it by then', async () => {
    const [store, other, account] = [newStore(), newStore(), anId()];
    await store.consume(account, period, 4, 5);
    let writes = 0;
    cloud.dynamoDb.decide = async ({ body }) => {
      if (!isQuotaWrite(body) || isSettling(body)) return undefined;
      writes += 1;
      if (writes > 1) return undefined;
      await other.consume(account, period, 1, 5);
      return 'late';
    };

    const { granted } = await store.consume(account, period, 1, 5);
    await other.release(account, period, 1);
    await cloud.dynamoDb.release();

    expect([granted, await store.used(account, period)]).toEqual([false, 4]);
  });
});
