import { randomBytes } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { warmSandbox } from '#engine/isolation/sandbox/evaluate.ts';
import { dynamoDbQuotaStore } from '../../lambdas/aws/dynamodb/quota-store.ts';
import { plans } from '../../lambdas/domain/quota/plans.ts';
import { effort, figure } from '../support/effort.ts';
import { useFaultyService } from '../support/faults/service.ts';
import { quotaTables } from '../support/quota-store.ts';

/**
 * @promise Exact counting: Concurrent mints and batches at the limit get exactly what is left
 * @figure long form: 100 rounds of 1,000 mints and batches through the handlers and 20 of 1,000 directly: exact every
 *   time, no 5xx
 */

// nothing fails here but what is meant to
const { service } = useFaultyService({ isFaulty: false });
beforeAll(() => warmSandbox());

/** All of them begin at once, where a function would have one of them; time is not what is tried here. */
const timeMs = 600_000;

it('mints and batches at the boundary get exactly the units that are left', async () => {
  const [iterations, calls] = [effort(1, 100), effort(40, 1_000)];
  for (let iteration = 0; iteration < iterations; iteration += 1) {
    const left = 30 + (iteration % 40);
    const own = await service.anAccount({ plan: 'starter', mintsUsed: plans.starter.mints - left });
    const id = await service.aTemplate(own);

    const answers = await Promise.all(
      Array.from({ length: calls }, async (_, n) => {
        const items = Array.from({ length: 1 + (n % 5) }, (__, at) => ({
          templateId: id,
          variables: { title: `${n} ${at}` },
        }));
        const isBatch = n % 4 === 3;
        const answer = isBatch
          ? await service.call('mintUrls', { caller: own, body: { items }, timeMs })
          : await service.call('mintUrl', { caller: own, body: items[0], timeMs });
        return { status: answer.status, units: isBatch ? items.length : 1 };
      }),
    );

    const paid = answers.reduce((sum, { status, units }) => sum + (status === 200 ? units : 0), 0);
    const statuses = [...new Set(answers.map(({ status }) => status))].sort();
    expect([statuses, paid, (await service.readUsage(own)).mints]).toEqual([[200, 429], left, plans.starter.mints]);
  }
  figure('rounds of mints and batches at the boundary', `${iterations} of ${calls}`);
});

it('consumptions at the boundary get exactly the units that are left', async () => {
  const [iterations, consumptions] = [effort(1, 20), effort(150, 1_000)];
  const period = { start: new Date('2027-01-01T00:00:00Z'), end: new Date('2027-02-01T00:00:00Z') };
  // three instances, some of whose consumptions have names
  const stores = Array.from({ length: 3 }, () => dynamoDbQuotaStore(quotaTables(), 'mints'));
  const anId = (): string => randomBytes(9).toString('base64url');
  for (let iteration = 0; iteration < iterations; iteration += 1) {
    const account = anId();
    const limit = 200 + (iteration % 50);
    const units = Array.from({ length: consumptions }, (_, n) => 1 + ((n * 7 + iteration) % 5));

    const results = await Promise.all(
      units.map((count, n) => {
        const reservation = n % 10 === 9 ? { name: anId() } : undefined;
        return stores[n % 3]?.consume(account, period, count, limit, reservation);
      }),
    );

    const taken = units.reduce((sum, count, n) => sum + (results[n]?.granted ? count : 0), 0);
    // a single unit fits as long as one is left
    expect([taken, await stores[0]?.used(account, period)]).toEqual([limit, limit]);
  }
  figure('rounds of consumptions at the boundary', `${iterations} of ${consumptions}`);
});
