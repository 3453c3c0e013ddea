import { afterAll, beforeAll, expect, it } from 'vitest';
import { plans } from '../../lambdas/domain/quota/plans.ts';
import { toMonthKey } from '../../lambdas/domain/records/bill-records.ts';
import { type QueueEmulator, startSqs } from '../../local/sqs.ts';
import { type Caller, type FaultyService, startFaultyService } from '../support/faults/service.ts';

/**
 * @promise AWS failures: Every usage event is sent at least once, under one id for each threshold
 * @also test/limits/usage-events.alone.test.ts
 * @figure `reportUsage` interrupted before and after each of its calls to the table and repeated; 20 concurrent
 *   calls; the queue rejects messages
 */

let service: FaultyService;
let queue: QueueEmulator;
const delivered: { readonly id: string; readonly accountId: string; readonly threshold: number }[] = [];

beforeAll(async () => {
  queue = await startSqs({ atOnce: 1, tries: 1 });
  queue.feed(async (body) => void delivered.push(JSON.parse(body)));
  service = await startFaultyService({ USAGE_EVENTS_QUEUE: queue.queueUrl });
});
afterAll(async () => {
  await service.close();
  await queue.close();
});

/** What the stream hands over for an account whose month has changed. */
const getChange = async (caller: Caller) => {
  const { json } = await service.call('getUsage', { caller });
  const { owner, part } = toMonthKey(caller.accountId, json.period.start);
  const Keys = { owner: { S: owner }, part: { S: part } };
  return { Records: [{ dynamodb: { Keys } }] };
};
const report = (event: object, timeoutMs = 20_000) => service.scheduled('reportUsage', event, timeoutMs);
const getSent = async (caller: Caller) =>
  (await service.call('getUsage', { caller })).json.events.map(({ threshold }: { threshold: number }) => threshold);

/** Reports an account whose mints are used up, with everything failing from one call on, and then again. */
const cutOff = async (failsFrom: number, fault: 'reset' | 'lost') => {
  const caller = await service.anAccount({ plan: 'free', mintsUsed: plans.free.mints });
  const event = await getChange(caller);
  let calls = 0;
  service.cloud.dynamoDb.decide = () => {
    calls += 1;
    return calls > failsFrom ? fault : undefined;
  };
  const isDone = await report(event).then(
    () => true,
    () => false,
  );
  service.cloud.calm();
  await report(event);
  const events = delivered.filter(({ accountId }) => accountId === caller.accountId);
  return { isDone, events, sent: await getSent(caller) };
};

it.each(['reset', 'lost'] as const)(
  'a call that is cut off at any point, and repeated as Lambda repeats it, sends every event at least once, with one id for each threshold: %s',
  async (fault) => {
    let failsFrom = 0;
    for (let isDone = false; !isDone; failsFrom += 1) {
      const seen = await cutOff(failsFrom, fault);
      isDone = seen.isDone;
      const ids = new Map(seen.events.map(({ id, threshold }) => [id, threshold]));
      expect([failsFrom, [...ids.values()].sort()]).toEqual([failsFrom, [100, 80]]);
      expect(seen.sent.toSorted()).toEqual([100, 80]);
    }
    // account, count, earlier events, two records
    expect(failsFrom).toBeGreaterThanOrEqual(5);
  },
);

it('calls for one account at the same time send each threshold under one id', async () => {
  const caller = await service.anAccount({ plan: 'free', mintsUsed: plans.free.mints });
  const event = await getChange(caller);

  // no call fails here, so none has to end in time
  await Promise.all(Array.from({ length: 20 }, () => report(event, 600_000)));

  const ids = delivered.filter(({ accountId }) => accountId === caller.accountId).map(({ id }) => id);
  expect(new Set(ids).size).toBe(2);
  expect((await getSent(caller)).toSorted()).toEqual([100, 80]);
});
