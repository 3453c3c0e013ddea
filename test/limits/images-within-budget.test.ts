import { limits } from 'image-url-contract/limits.ts';
import { cachedRemoteImageFetcher } from 'image-url-outside/cached-fetcher.ts';
import { overBudget } from 'image-url-outside/refusal.ts';
import { expect, it } from 'vitest';
import { plans } from '../../lambdas/domain/quota/plans.ts';
import { fetchWithinBudgets } from '../../lambdas/fetch/fetch-budget.ts';
import type { FetchWatch, RemoteImages } from '../../lambdas/ports/images.ts';
import type { AccountRecord } from '../../lambdas/ports/records.ts';
import { runtime } from '../../lambdas/runtime/runtime.ts';
import { fetchWhileUnitsAreLeft } from '../../lambdas/templates/check-within-budgets.ts';
import { memoryBudgets } from '../support/memory-budgets.ts';

/**
 * @promise Quota and cost: Accounts make the service fetch without end from a client's server: in published images,
 *   fallback images, checks or pages, behind redirects
 * @how the port that fetches reserves bytes by the hour before each request, for the account and for the host, of
 *   checks, images, known pages and others apart; each redirect counts at its host
 * @also test/sites/sites.service.test.ts
 * @figure a host serves each kind at most its budget, a client that asks
 */

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
  const fetch = async (url: string, watch: FetchWatch): ReturnType<RemoteImages['fetch']> => {
    for (const host of [new URL(url).hostname, ...redirects]) {
      if (!(await watch.checkAdmission(host))) return { ok: false, reason: overBudget };
      read.push(host);
    }
    watch.countBytes(bytes);
    return { ok: true, bytes: new Uint8Array(bytes) };
  };
  const budgets = memoryBudgets();
  const remote: RemoteImages = {
    fetch: (url, payer) => fetchWithinBudgets(budgets, payer, limits.fetchedImageBytes, (watch) => fetch(url, watch)),
  };
  const of = (accountId = 'ana', images = remote) => ({
    fetch: (url: string) => images.fetch(url, { accountId, purpose: 'trial', now: start }),
  });
  return { read, budgets, remote, of };
};
const withUnits = (remote: RemoteImages, mints: number) => {
  const find = async () => ({ mints, generations: 0, keys: new Map(), hasDays: false, lastDay: () => undefined });
  return fetchWhileUnitsAreLeft({ 'remoteImages:fetch': remote, 'usage:read': { find } }, atOnce, caller());
};
type Images = { fetch(url: string): ReturnType<RemoteImages['fetch']> };
const fetchMany = async (images: Images, count: number, host = 'images.test') => {
  const urls = Array.from({ length: count }, (_, n) => `https://${host}/${n}.png`);
  const results = await Promise.all(urls.map((url) => images.fetch(url)));
  return results.filter(({ ok }) => ok).length;
};

const most = limits.fetchedBytesPerHour.trial;

it('an account reads so many bytes in an hour, however many ask at once and whatever the address', async () => {
  const { of, read } = hosts(limits.fetchedImageBytes);
  const first = await fetchMany(of(), 200);
  const second = await fetchMany(of(), 20, 'other.test');
  const fetches = most.account / limits.fetchedImageBytes;
  expect([first, second, read.length]).toEqual([fetches, 0, fetches]);
});

it('what is not read is there for others, and a small image counts little', async () => {
  const { of, budgets } = hosts(1_000);
  expect(await fetchMany(of(), 40)).toBe(40);
  expect([...budgets.amounts.values()]).toEqual([40, 40].map((count) => count * limits.leastFetchedBytes));
});

it('each redirect is counted, for the account and at its host', async () => {
  const { of, budgets } = hosts(100_000, ['second.test', 'third.test']);
  await fetchMany(of(), 1);
  const { leastFetchedBytes: least } = limits;
  expect([...budgets.amounts.values()].toSorted((a, b) => a - b)).toEqual([least, least, 100_000, 100_000 + 2 * least]);
});

it('a host is read by all accounts together within its own bytes, also behind redirects', async () => {
  const { of, read } = hosts(limits.fetchedImageBytes, ['victim.test']);
  for (let n = 0; n < 4; n += 1) await fetchMany(of(`account${n}`), 60, `host${n}.test`);
  expect(read.filter((host) => host === 'victim.test').length).toBeLessThanOrEqual(
    most.host / limits.fetchedImageBytes,
  );
});

it('an account without units has nothing fetched', async () => {
  const { remote, read } = hosts(1_000);
  const payer = { accountId: 'ana', purpose: 'trial', now: start } as const;
  const result = await withUnits(remote, plans.free.mints).fetch('https://images.test/1.png', payer);
  expect([result, read]).toEqual([{ ok: false, reason: 'no units are left' }, []]);
});

it('that one account may fetch no more is not cached for others', async () => {
  const { remote, of } = hosts(limits.fetchedImageBytes);
  await fetchMany(of('poor'), 60);
  const cached = cachedRemoteImageFetcher(remote);
  const refused = await of('poor', cached).fetch('https://images.test/a.png');
  const fetched = await of('rich', cached).fetch('https://images.test/a.png');
  const again = await of('poor', cached).fetch('https://images.test/a.png');

  // a cached image is not fetched
  expect([refused.ok, fetched.ok, again.ok]).toEqual([false, true, true]);
});
