import { expect, it } from 'vitest';
import { fail, ServiceError } from '../../../lambdas/contract/errors.ts';
import { plans } from '../../../lambdas/core/quota/plans.ts';
import type { Budget } from '../../../lambdas/ports/budgets.ts';
import type { AccountRecord } from '../../../lambdas/ports/records.ts';
import { runtime } from '../../../lambdas/runtime/runtime.ts';
import { costlyMs, issueUrls, type PreparedUrl } from '../../../lambdas/usecases/mint/issue-urls.ts';

const account = { accountId: 'ana', plan: 'free', anchor: new Date('2026-01-01') } as AccountRecord;
const getUrl = (ms: number, n: number) =>
  ({ address: `a${n}`, tree: {}, cost: { ms, mostly: 'blurs' } }) as PreparedUrl;

/** An account with one unit left, whose requests are served by as many functions as it likes. */
const anAccount = () => {
  const amounts = new Map<string, number>();
  let stored = 0;
  const ports = {
    'trees:write': {
      putAll: async () => {
        stored += 1;
        return [];
      },
    },
    'mints:spend': {
      consume: async () => ({ granted: true, used: 1 }),
      used: async () => 0,
      release: async () => undefined,
    },
    'budgets:consume': {
      consume: async ({ name, limit }: Budget, amount: number) => {
        const sum = (amounts.get(name) ?? 0) + amount;
        if (sum > limit) return false;
        amounts.set(name, sum);
        return true;
      },
      release: async ({ name }: Budget, amount: number) => void amounts.set(name, (amounts.get(name) ?? 0) - amount),
    },
  } as unknown as Parameters<typeof issueUrls>[0];
  const mint = async (urls: readonly PreparedUrl[], prove: () => Promise<unknown>): Promise<string> => {
    try {
      await issueUrls(ports, runtime, account, urls, async () => undefined, prove);
      return 'minted';
    } catch (error) {
      return error instanceof ServiceError ? error.code : String(error);
    }
  };
  return { mint, stored: () => stored, failed: () => [...amounts.values()].reduce((sum, one) => sum + one, 0) };
};

const costly = getUrl(costlyMs + 1, 1);
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
  expect(await mint([getUrl(1, 2)], async () => undefined)).toBe('minted');
});

it('an image that is minted, or fails for another reason than its own, leaves its place', async () => {
  const { mint, failed } = anAccount();

  expect(await mint([costly, getUrl(costlyMs + 1, 2)], async () => undefined)).toBe('minted');
  expect(await mint([costly], () => Promise.reject(new Error('no network')))).toBe('Error: no network');
  expect(failed()).toBe(0);
  expect(await mint([costly, getUrl(1, 2)], refuses)).toBe('INVALID_VARIABLES');
  expect(failed()).toBe(1);
});
