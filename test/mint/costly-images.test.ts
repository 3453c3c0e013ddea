import { fail, isServiceError } from 'image-url-contract/errors.ts';
import { expect, it } from 'vitest';
import { plans } from '../../lambdas/domain/quota/plans.ts';
import type { Budget } from '../../lambdas/ports/budgets.ts';
import type { AccountRecord } from '../../lambdas/ports/records.ts';
import { costlyRenderMs, withFailuresReserved } from '../../lambdas/publishing/costly-images.ts';
import { runtime } from '../../lambdas/runtime/runtime.ts';

/**
 * @promise Quota and cost: With one unit left, many mints that can never be rendered: each stores a tree, renders and
 *   fetches remote images without consuming it
 * @how a place among the month's failed mints is reserved before anything is stored; as many may fail as the plan has
 *   mints
 * @also test/limits/without-units.faults.slow.test.ts
 * @figure 200 at once on a plan of 50: 50 stored, 150 rejected
 */

const account = { accountId: 'ana', plan: 'free', anchor: new Date('2026-01-01') } as AccountRecord;
const getUrl = (ms: number) => ({ cost: { ms, mostly: 'blurs' } });

/** An account with one unit left, whose requests are served by as many functions as it likes. */
const anAccount = () => {
  const amounts = new Map<string, number>();
  let stored = 0;
  const ports = {
    'budgets:consume': {
      consume: async ({ name, limit }: Budget, amount: number) => {
        const sum = (amounts.get(name) ?? 0) + amount;
        if (sum > limit) return false;
        amounts.set(name, sum);
        return true;
      },
      release: async ({ name }: Budget, amount: number) => void amounts.set(name, (amounts.get(name) ?? 0) - amount),
    },
  } as unknown as Parameters<typeof withFailuresReserved>[0];
  const mint = async (urls: readonly ReturnType<typeof getUrl>[], prove: () => Promise<unknown>): Promise<string> => {
    try {
      await withFailuresReserved(ports, runtime, account, urls, async () => {
        stored += 1;
        await prove();
      });
      return 'minted';
    } catch (error) {
      return isServiceError(error) ? error.code : String(error);
    }
  };
  return { mint, stored: () => stored, failed: () => [...amounts.values()].reduce((sum, one) => sum + one, 0) };
};

const costly = getUrl(costlyRenderMs + 1);
const refuses = async () => {
  throw fail('INVALID_VARIABLES');
};

it('costly images that fail are stored and rendered as often as the plan has mints, however many are asked for at once', async () => {
  const { mint, stored, failed } = anAccount();

  const outcomes = await Promise.all(Array.from({ length: 200 }, () => mint([costly], refuses)));

  const count = (code: string) => outcomes.filter((one) => one === code).length;
  const { mints } = plans.free;
  expect([count('INVALID_VARIABLES'), count('QUOTA_EXCEEDED')]).toEqual([mints, 200 - mints]);
  expect([stored(), failed()]).toEqual([mints, mints]);
  // what costs little is minted all the same
  expect(await mint([getUrl(1)], async () => undefined)).toBe('minted');
});

it('an image that is minted, or fails for another reason than its own, leaves its place', async () => {
  const { mint, failed } = anAccount();
  expect(await mint([costly, getUrl(costlyRenderMs + 1)], async () => undefined)).toBe('minted');
  expect(await mint([costly], () => Promise.reject(new Error('no network')))).toBe('Error: no network');
  expect(failed()).toBe(0);
  expect(await mint([costly, getUrl(1)], refuses)).toBe('INVALID_VARIABLES');
  expect(failed()).toBe(1);
});
