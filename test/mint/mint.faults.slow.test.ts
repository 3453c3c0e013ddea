import { beforeAll, describe, expect, it } from 'vitest';
import { warmSandbox } from '#engine/isolation/sandbox/evaluate.ts';
import { getBillingPeriod } from '../../lambdas/domain/quota/billing-period.ts';
import { runtime } from '../../lambdas/runtime/runtime.ts';
import { effort, figure } from '../support/effort.ts';
import { fc } from '../support/fast-check.ts';
import { type Call, type Fault, isTreeWrite } from '../support/faults/fault-proxy.ts';
import { type Caller, useFaultyService } from '../support/faults/service.ts';
import { isSettling } from '../support/quota-store.ts';

/**
 * @promise Exact counting: A request belongs to one moment: mints across a month's end count in one month
 * @figure holds with a clock that advances on every read
 */

/**
 * @promise AWS failures: If any call of a mint fails twice in a row, in any way, it is retried and the client sees no
 *   failure
 * @figure 3 calls x 5 kinds: 200, one unit each
 */

/**
 * @promise AWS failures: A table that is down is a documented 500, and consumes no quota
 * @figure throttling, 5xx, resets, batches never processed
 */

/**
 * @promise AWS failures: No request outlives its function: calls end two seconds before the timeout, and an answer is
 *   sent half a second before it
 * @figure a stalled call with 4.5 s left: answered after 2.5 s
 */

const { service } = useFaultyService();
let caller: Caller;
let templateId: string;
beforeAll(async () => {
  await warmSandbox();
  caller = await service.anAccount();
  templateId = await service.aTemplate(caller);
  await service.call('mintUrl', { caller, body: { templateId } });
});

const mint = (title: string, timeMs?: number) =>
  service.call('mintUrl', { caller, body: { templateId, variables: { title } }, ...(timeMs && { timeMs }) });

const steps: Readonly<Record<string, (call: Call) => boolean>> = {
  'reading the caller': ({ operation }) => operation === 'BatchGetItem',
  'writing the tree': isTreeWrite,
  'taking the unit': (call) => call.operation === 'UpdateItem' && !isTreeWrite(call),
};

describe('a mint while DynamoDB fails', () => {
  it.each(Object.entries(steps))('repeats %s through two failures of any kind', async (step, isStep) => {
    const before = (await service.readUsage(caller)).mints;
    const kinds: Fault[] = ['throttle', 'error', 'reset', 'lost', 'errorAfter'];
    for (const kind of kinds) {
      let left = 2;
      service.cloud.dynamoDb.decide = (call) => {
        if (!isStep(call) || left === 0) return undefined;
        left -= 1;
        return kind;
      };

      const { status } = await mint(`${step} ${kind}`);

      expect([kind, status, left]).toEqual([kind, 200, 0]);
    }
    service.cloud.calm();
    expect((await service.readUsage(caller)).mints).toBe(before + kinds.length);
  });

  it.each(['throttle', 'error', 'reset', 'none'] as const)(
    'answers a clean 500 that names nothing of what failed, and takes nothing when all is %s',
    async (fault) => {
      const before = await service.readUsage(caller);
      service.cloud.dynamoDb.decide = ({ operation }) =>
        fault !== 'none' || operation.startsWith('Batch') ? fault : undefined;

      const { status, json } = await mint('never');

      service.cloud.calm();
      expect([status, json]).toEqual([500, { code: 'SERVER_ERROR', message: expect.any(String) }]);
      expect(json.message).not.toMatch(/dynamo|proxy|amazon|http/i);
      expect(await service.readUsage(caller)).toEqual(before);
    },
  );

  it.each([
    ['reading the caller', 'stall'],
    ['writing the tree', 'stallAfter'],
    ['taking the unit', 'stall'],
  ] as const)('answers in time, and takes nothing, when %s hears nothing', async (step, fault) => {
    const before = await service.readUsage(caller);
    service.cloud.dynamoDb.decide = (call) => (steps[step]?.(call) && !isSettling(call.body) ? fault : undefined);

    // a stalled call never ends by itself: a response shows that it was abandoned
    const { status } = await mint('in time', 4_500);

    service.cloud.calm();
    expect(status).toBe(500);
    expect(await service.readUsage(caller)).toEqual(before);
  });

  it('under any schedule of faults answers 200 for each unit and 500 for none', async () => {
    const fault = fc.option(
      fc.constantFrom<Fault>('throttle', 'error', 'reset', 'lost', 'errorAfter', 'half', 'none'),
      { nil: undefined, freq: 2 },
    );
    const callers = await Promise.all(Array.from({ length: 5 }, () => service.anAccount()));
    const ids = await Promise.all(callers.map((own) => service.aTemplate(own)));
    let [mints, dealt] = [0, 0];
    const property = fc.asyncProperty(
      fc.array(fault, { minLength: 20, maxLength: 150 }),
      fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 5, maxLength: 25 }),
      async (faults, sizes) => {
        const before = await Promise.all(callers.map(service.readUsage));
        const open = [...faults];
        service.cloud.dynamoDb.decide = ({ operation, body }) => {
          if (isSettling(body)) return undefined;
          const next = open.shift();
          return (next === 'half' || next === 'none') && !operation.startsWith('Batch') ? undefined : next;
        };

        const answers = await Promise.all(
          sizes.map((size, n) => {
            const own = n % callers.length;
            const variables = { title: `${n}` };
            const items = Array.from({ length: size }, () => ({ templateId: ids[own], variables }));
            return service.call('mintUrls', { caller: callers[own] as Caller, body: { items } });
          }),
        );

        dealt += service.cloud.dynamoDb.calls.filter((call) => call.fault).length;
        service.cloud.calm();
        mints += sizes.length;
        for (const { status, json } of answers)
          expect([status, json.code]).toEqual(status === 200 ? [200, undefined] : [500, 'SERVER_ERROR']);
        for (const [own, one] of callers.entries()) {
          const paid = sizes.filter((_, n) => n % callers.length === own && answers[n]?.status === 200);
          const expected = paid.reduce((sum, size) => sum + size, before[own]?.mints ?? 0);
          expect((await service.readUsage(one)).mints).toBe(expected);
        }
      },
    );
    await fc.assert(property, { numRuns: effort(4, 150), endOnFailure: true });
    figure('batches minted under fault schedules, charged exactly', `${mints} (${dealt} faults)`);
  });
});

it('a mint at the end of a month belongs to one month, however long its steps take', async () => {
  const property = fc.asyncProperty(
    fc.integer({ min: 1, max: 8 }),
    fc.integer({ min: 1, max: 5 }),
    async (msBefore, size) => {
      const own = await service.anAccount();
      const id = await service.aTemplate(own);
      const { anchor } = (await service.store.account(own.accountId)) ?? { anchor: new Date() };
      const { start, end } = getBillingPeriod(anchor, new Date());
      let now = end.getTime() - msBefore;
      const { now: realNow } = runtime;
      // every look at the clock is a millisecond later
      Object.assign(runtime, { now: () => new Date(now++) });

      const { status } = await service
        .call('mintUrls', { caller: own, body: { items: Array(size).fill({ templateId: id }) } })
        .finally(() => Object.assign(runtime, { now: realNow }));

      const months = [start, end].map((day) => service.store.usage(own.accountId, getBillingPeriod(anchor, day)));
      const counts = (await Promise.all(months)).map(({ mints }) => mints);
      expect(status).toBe(200);
      expect(counts.toSorted()).toEqual([0, size]);
    },
  );
  await fc.assert(property, { numRuns: effort(8, 300), endOnFailure: true });
});

describe('a mint while S3 or Secrets Manager fails', () => {
  it('does not need them once it is warm', async () => {
    service.cloud.s3.decide = () => 'error';
    service.cloud.secrets.decide = () => 'error';

    expect((await mint('warm')).status).toBe(200);
  });

  it('is a clean 500 when the render plan cannot be read, and no missing one', async () => {
    // a render plan that is not cached
    const cold = await service.aTemplate(caller, 'export default () => <div>cold</div>;');
    service.cloud.s3.decide = () => 'error';

    const { status, json } = await service.call('mintUrl', { caller, body: { templateId: cold } });

    expect([status, json.code]).toEqual([500, 'SERVER_ERROR']);
    service.cloud.calm();
    expect((await service.call('mintUrl', { caller, body: { templateId: cold } })).status).toBe(200);
  });
});
