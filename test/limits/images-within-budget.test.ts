import { expect, it } from 'vitest';
import { limits } from '../../lambdas/contract/limits.ts';
import { plans } from '../../lambdas/domain/quota/plans.ts';
import { cachedRemoteImageFetcher } from '../../lambdas/fetch/cached-fetcher.ts';
import { overBudget } from '../../lambdas/fetch/refusal.ts';
import type { RemoteImages } from '../../lambdas/ports/images.ts';
import type { AccountRecord } from '../../lambdas/ports/records.ts';
import { runtime } from '../../lambdas/runtime/runtime.ts';
import { createBudgetedImages } from '../../lambdas/templates/check-within-budgets.ts';
import { memoryBudgets } from '../support/memory-budgets.ts';

const start = new Date(0);
/** One moment: an hour that ends during a test would begin new budgets. */
const atOnce = { ...runtime, now: () => start };
const caller = (accountId = 'ana'): AccountRecord => ({
  ...{ accountId, anchor: start, periodStart: start, periodEnd: start },
  ...{ plan: 'free', status: 'active' },
});

/** Hosts that serve images of a size, after redirects to others; what was read of each. */
const hosts = (bytes: number, redirects: readonly string[] = []) => {
  const read: string[] = [];
  const remote: RemoteImages = {
    fetch: async (url, watch) => {
      for (const host of [new URL(url).hostname, ...redirects]) {
        if (watch && !(await watch.checkAdmission(host))) return { ok: false, reason: overBudget };
        read.push(host);
      }
      watch?.countBytes(bytes);
      return { ok: true, bytes: new Uint8Array(bytes) };
    },
  };
  return { remote, read };
};

const setUp = (remote: RemoteImages, mints = 0) => {
  const budgets = memoryBudgets();
  const usage = {
    find: async () => ({ mints, generations: 0, keys: new Map(), hasDays: false, lastDay: () => undefined }),
  };
  const ports = { 'remoteImages:fetch': remote, 'usage:read': usage, 'budgets:consume': budgets };
  return { budgets, of: (accountId?: string) => createBudgetedImages(ports, atOnce, caller(accountId)) };
};
const fetchMany = async (images: RemoteImages, count: number, host = 'images.test') => {
  const urls = Array.from({ length: count }, (_, n) => `https://${host}/${n}.png`);
  const results = await Promise.all(urls.map((url) => images.fetch(url)));
  return results.filter(({ ok }) => ok).length;
};

it('an account reads so many bytes in an hour, however many ask at once and whatever the address', async () => {
  const { remote, read } = hosts(limits.fetchedImageBytes);
  const images = setUp(remote).of();
  const first = await fetchMany(images, 200);
  const second = await fetchMany(images, 20, 'other.test');
  const most = limits.fetchedBytesPerHour.account / limits.fetchedImageBytes;
  expect([first, second, read.length]).toEqual([most, 0, most]);
});

it('what is not read is there for others, and a small image counts little', async () => {
  const { remote } = hosts(1_000);
  const { of, budgets } = setUp(remote);
  expect(await fetchMany(of(), 40)).toBe(40);
  expect([...budgets.amounts.values()]).toEqual([40, 40].map((count) => count * limits.leastFetchedBytes));
});

it('a host is read by all accounts together within its own bytes, also behind redirects', async () => {
  const { remote, read } = hosts(limits.fetchedImageBytes, ['victim.test']);
  const { of } = setUp(remote);
  for (let n = 0; n < 4; n += 1) await fetchMany(of(`account${n}`), 60, `host${n}.test`);
  const most = limits.fetchedBytesPerHour.host / limits.fetchedImageBytes;
  expect(read.filter((host) => host === 'victim.test')).toHaveLength(most);
});

it('an account without units has nothing fetched', async () => {
  const { remote, read } = hosts(1_000);
  const result = await setUp(remote, plans.free.mints).of().fetch('https://images.test/1.png');
  expect([result, read]).toEqual([{ ok: false, reason: overBudget }, []]);
});

it('that one account may fetch no more is not cached for others', async () => {
  const { remote } = hosts(1_000);
  const cachedFetcher = cachedRemoteImageFetcher(remote);
  const [poor, rich] = [setUp(cachedFetcher, plans.free.mints).of(), setUp(cachedFetcher).of('ben')];

  const refused = await poor.fetch('https://images.test/1.png');
  const fetched = await rich.fetch('https://images.test/1.png');
  const cached = await poor.fetch('https://images.test/1.png');

  // a cached image is not fetched
  expect([refused.ok, fetched.ok, cached.ok]).toEqual([false, true, true]);
});
