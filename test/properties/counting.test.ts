import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { dynamoDbLedger } from '../../lambdas/aws/dynamodb-ledger.ts';
import { rememberedMs } from '../../lambdas/core/quota/recent-reservations.ts';
import { withinBudget } from '../../lambdas/time-budget.ts';
import type { Fault } from '../faults/fault-proxy.ts';
import { type FaultyCloud, startFaultyCloud } from '../faults/faulty-cloud.ts';
import { effort, figure, patienceMs } from '../support/effort.ts';

let cloud: FaultyCloud;
beforeAll(async () => {
  cloud = await startFaultyCloud();
});
beforeEach(() => cloud.calm());
afterAll(() => cloud.close());

const period = { start: new Date('2027-01-01T00:00:00Z'), end: new Date('2027-02-01T00:00:00Z') };
const anId = (): string => randomBytes(9).toString('base64url');
const ledgerOf = (now = Date.now) => dynamoDbLedger(process.env.USAGE_TABLE ?? '', 'mints', now);

/** A ledger with a client of its own, to be closed: clients stop repeating when too much fails. */
const freshLedger = async () => {
  vi.resetModules();
  const { dynamoDbLedger: fresh } = await import('../../lambdas/aws/dynamodb-ledger.ts');
  const { documents } = await import('../../lambdas/aws/dynamodb.ts');
  return {
    ledger: fresh(process.env.USAGE_TABLE ?? '', 'mints'),
    close: () => documents.config.requestHandler.destroy?.(),
  };
};

/** A write that settles an unknown outcome. */
const isSettling = (body: string): boolean => body.includes('"SS":["!');
/** Bounds of what a crowd of takings may have counted. */
const outcomeOf = (results: readonly PromiseSettledResult<boolean>[], units: readonly number[]) => {
  const sum = (isIncluded: (result: PromiseSettledResult<boolean>) => boolean): number =>
    units.reduce((total, count, n) => total + (isIncluded(results[n] as PromiseSettledResult<boolean>) ? count : 0), 0);
  return {
    taken: sum((result) => result.status === 'fulfilled' && result.value),
    failed: sum((result) => result.status === 'rejected'),
  };
};

const fault = fc.option(fc.constantFrom<Fault>('throttle', 'error', 'reset', 'lost', 'errorAfter'), {
  nil: undefined,
  freq: 3,
});
const crowd = fc.record({
  limit: fc.integer({ min: 1, max: 20 }),
  units: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 16 }),
  faults: fc.array(fault, { minLength: 8, maxLength: 60 }),
});

/** Crowds side by side, each of an account of its own: nearly all of their time is the clients' pauses before they repeat a call. */
const atOnce = effort(5, 20);
const crowds = fc.array(crowd, { minLength: atOnce, maxLength: atOnce });

/** Deals each account its own faults, in the order of its calls; the returned counter says how many it got. */
const deal = (schedules: ReadonlyMap<string, readonly (Fault | undefined)[]>, isSpared: (body: string) => boolean) => {
  const open = new Map([...schedules].map(([account, faults]) => [account, [...faults]]));
  let dealt = 0;
  cloud.calm();
  cloud.dynamoDb.decide = ({ operation, body }) => {
    const account = JSON.parse(body).Key?.accountId?.S;
    if (operation !== 'UpdateItem' || isSpared(body)) return undefined;
    const next = open.get(account)?.shift();
    if (next) dealt += 1;
    return next;
  };
  return () => dealt;
};

/** Has every crowd take its units, each of an account of its own; returns what came of it, and the number of faults. */
const takeAll = async (
  all: typeof crowds extends fc.Arbitrary<infer T> ? T : never,
  isSpared: (body: string) => boolean,
) => {
  const { ledger, close } = await freshLedger();
  const own = all.map((one) => ({ ...one, account: anId() }));
  const dealt = deal(new Map(own.map(({ account, faults }) => [account, faults])), isSpared);
  const outcomes = await Promise.all(
    own.map(async ({ account, limit, units }) => {
      const takings = units.map((count) => ledger.take(account, period, count, limit, anId()));
      return { account, limit, ...outcomeOf(await Promise.allSettled(takings), units) };
    }),
  );
  cloud.calm();
  const counted = await Promise.all(outcomes.map(({ account }) => ledgerOf().used(account, period)));
  close();
  return { outcomes: outcomes.map((one, n) => ({ ...one, used: counted[n] })), faults: dealt() };
};

describe('counting, whatever happens to the calls', () => {
  it('is exact as long as an unknown outcome can be settled', { timeout: patienceMs(60_000) }, async () => {
    let [takings, faults] = [0, 0];
    const property = fc.asyncProperty(crowds, async (all) => {
      const taken = await takeAll(all, isSettling);

      faults += taken.faults;
      takings += all.reduce((sum, { units }) => sum + units.length, 0);
      for (const one of taken.outcomes) {
        expect(one.used).toBe(one.taken);
        expect(one.taken).toBeLessThanOrEqual(one.limit);
      }
    });
    await fc.assert(property, { numRuns: effort(15, 5_000) / atOnce, endOnFailure: true });
    figure('takings with faults, counted exactly', `${takings} (${faults} faults)`);
  });

  it('errs by no more than the takings that failed when nothing can be settled', {
    timeout: patienceMs(60_000),
  }, async () => {
    let crowdsTried = 0;
    const property = fc.asyncProperty(crowds, async (all) => {
      const { outcomes } = await takeAll(all, () => false);

      crowdsTried += outcomes.length;
      for (const { used, limit, taken, failed } of outcomes) {
        expect(used).toBeGreaterThanOrEqual(taken);
        expect(used).toBeLessThanOrEqual(Math.min(limit, taken + failed));
      }
    });
    await fc.assert(property, { numRuns: effort(5, 3_000) / atOnce, endOnFailure: true });
    figure('crowds whose outcomes nothing settles, within their bounds', crowdsTried);
  });

  it('is not moved by a write that arrives after its caller was told', { timeout: 60_000 }, async () => {
    const [ledger, account, reservation] = [ledgerOf(), anId(), anId()];
    cloud.dynamoDb.decide = ({ operation, body }) =>
      operation === 'UpdateItem' && !isSettling(body) ? 'late' : undefined;

    const taking = withinBudget(AbortSignal.timeout(1_000), () => ledger.take(account, period, 1, 5, reservation));

    await expect(taking).rejects.toThrow(/abort/i);
    cloud.dynamoDb.decide = () => undefined;
    await cloud.dynamoDb.release();
    expect(await ledger.used(account, period)).toBe(0);
  });

  it('remembers a reservation for a minute, and no longer than it must', {
    timeout: patienceMs(20_000),
  }, async () => {
    const start = Date.parse('2027-01-10T00:00:00Z');
    const sizeAfter: number[] = [];
    const account = anId();
    const property = fc.asyncProperty(fc.integer({ min: 0, max: 600_000 }), async (offset) => {
      const someone = anId();
      const [id, clock] = [anId(), { now: start + offset }];
      const ledger = ledgerOf(() => clock.now);
      expect(await ledger.take(someone, period, 1, 9, id)).toBe(true);
      for (let step = 1; step <= 6; step += 1) {
        clock.now = start + offset + (step * rememberedMs) / 6;
        await ledger.take(someone, period, 1, 9, anId());
        expect(await ledger.take(someone, period, 1, 9, id)).toBe(true);
      }
      expect(await ledger.used(someone, period)).toBe(7);
    });
    await fc.assert(property, { numRuns: effort(8, 500), endOnFailure: true });

    for (let minute = 0; minute < 20; minute += 1) {
      const ledger = ledgerOf(() => start + minute * 61_000);
      await Promise.all(Array.from({ length: 10 }, () => ledger.take(account, period, 1, 1_000, anId())));
      const { Item } = await readRecord(account);
      sizeAfter.push(JSON.stringify(Item, (_, value) => (value instanceof Set ? [...value] : value)).length);
    }
    expect(Math.max(...sizeAfter.slice(10))).toBeLessThanOrEqual(Math.max(...sizeAfter.slice(0, 10)));
  });
});

const readRecord = async (accountId: string) => {
  const { GetCommand } = await import('@aws-sdk/lib-dynamodb');
  const { documents } = await import('../../lambdas/aws/dynamodb.ts');
  const Key = { accountId, periodStart: period.start.toISOString() };
  return documents.send(new GetCommand({ TableName: process.env.USAGE_TABLE, Key }));
};
