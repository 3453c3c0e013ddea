import { expect, it } from 'vitest';
import { acquireLease } from '../../lambdas/deliver/render-lease.ts';
import type { RenderLease } from '../../lambdas/ports/images.ts';
import { runtime } from '../../lambdas/runtime/runtime.ts';

it('a request that waits for another one is counted once, however often it looks', async () => {
  const counted: object[] = [];
  const startedAt = new Date();
  const retryAt = new Date(startedAt.getTime() + 1_000);
  const lease: RenderLease = { id: 'other', number: 1, startedAt, retryAt, hasFailed: false };
  let looks = 0;
  const find = async () => (++looks < 4 ? lease : undefined);
  const ports = { 'renderLeases:acquire': { find, begin: async () => false, end: async () => undefined } };
  const counting = { ...runtime, now: () => startedAt, count: (values: object) => void counted.push(values) };

  const acquired = await acquireLease(ports, counting, 'an image');
  const hasEnded = acquired.isOurs ? expect.fail() : await acquired.wait({ leftMs: () => 10 });

  expect([hasEnded, looks, counted]).toEqual([true, 4, [{ RenderWaits: 1 }]]);
});
