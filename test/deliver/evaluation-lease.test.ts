import { expect, it } from 'vitest';
import { sharedTime } from '#engine/time-budget.ts';
import { evaluationLease } from '../../lambdas/deliver/evaluation-lease.ts';
import { acquireLease } from '../../lambdas/deliver/render-lease.ts';
import { runtime } from '../../lambdas/runtime/runtime.ts';
import { anImage } from '../support/memory-delivery.ts';

it('a request whose image is frozen before it has the lease looks again, and is no failure', async () => {
  const { exp: _, ...query } = anImage();
  const frozen = { accountId: 'a', claimedAt: new Date(), frozenAt: new Date(), query };
  const images = { find: async () => frozen, begin: async () => undefined };
  const silent = { ...runtime, count: () => undefined };
  const { ports } = evaluationLease(images as never, silent, 'a');

  const lease = await acquireLease(ports, silent, 'identity');

  expect(lease.isOurs || (await lease.wait(sharedTime(1_000)))).toBe(true);
  expect(lease.isOurs).toBe(false);
});
