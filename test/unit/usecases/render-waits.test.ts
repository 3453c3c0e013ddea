import { expect, it } from 'vitest';
import type { RenderLease } from '../../../lambdas/ports/images.ts';
import { runtime } from '../../../lambdas/runtime/runtime.ts';
import { waitForLease } from '../../../lambdas/usecases/images/render-lease.ts';

it('a request that waits for another one is counted once, however often it looks', async () => {
  const counted: object[] = [];
  const startedAt = new Date();
  const lease: RenderLease = { id: 'other', number: 1, startedAt, retryAt: startedAt, hasFailed: false };
  let looks = 0;
  const find = async () => (++looks < 3 ? lease : undefined);
  const ports = { 'renderLeases:acquire': { find, begin: async () => false, end: async () => undefined } };

  const hasEnded = await waitForLease(
    ports,
    { ...runtime, now: () => startedAt, count: (values) => void counted.push(values) },
    'an image',
    { isOurs: false, lease },
    { leftMs: () => 10 },
  );

  expect([hasEnded, looks, counted]).toEqual([true, 3, [{ RenderWaits: 1 }]]);
});
