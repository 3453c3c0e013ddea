import { limits } from 'image-url-contract/limits.ts';
import type { Budget, Budgets } from '../ports/budgets.ts';
import type { FetchWatch, Payer } from '../ports/images.ts';

const hourMs = 3_600_000;

/** Returns a budget of the hour of a moment. */
const inHour = (owner: string, { purpose, now }: Payer, limit: number): Budget => {
  const start = now.getTime() - (now.getTime() % hourMs);
  const name = `fetched ${purpose} ${new Date(start).toISOString()}`;
  return { owner, name, limit, endsAt: new Date(start + hourMs) };
};

/**
 * Runs one fetch within the hourly budgets of the account and of each host, redirects included. Reserves the largest
 * possible size before a request, and releases what was not read; a request counts `limits.leastFetchedBytes` or more.
 *
 * @param fetch fetches nothing from a host for which `checkAdmission` resolves to false
 */
export const fetchWithinBudgets = async <T>(
  budgets: Budgets,
  payer: Payer,
  mostBytes: number,
  fetch: (watch: FetchWatch) => Promise<T>,
): Promise<T> => {
  const most = limits.fetchedBytesPerHour[payer.purpose];
  const reserved: Budget[] = [];
  let read = 0;
  const watch: FetchWatch = {
    checkAdmission: async (host) => {
      const both = [
        inHour(`fetch account ${payer.accountId}`, payer, most.account),
        // a host that ends with a dot is the same host
        inHour(`fetch host ${host.replace(/\.(?=:|$)/, '')}`, payer, most.host),
      ];
      const settled = await Promise.allSettled(both.map((budget) => budgets.consume(budget, mostBytes)));
      const taken = both.filter((_, n) => settled[n]?.status === 'fulfilled' && settled[n].value);
      if (taken.length === both.length) return reserved.push(...both) > 0;
      // nothing is fetched
      await Promise.all(taken.map((budget) => budgets.release(budget, mostBytes).catch(() => undefined)));
      for (const one of settled) if (one.status === 'rejected') throw one.reason;
      return false;
    },
    countBytes: (bytes) => {
      read = Math.min(Math.max(read, bytes), mostBytes);
    },
  };
  try {
    return await fetch(watch);
  } finally {
    // only the last request has a body that is read
    const last = reserved.slice(-2);
    const release = (budget: Budget): Promise<void> => {
      const counted = Math.max(last.includes(budget) ? read : 0, limits.leastFetchedBytes);
      // what is not released only lowers the budget
      return budgets.release(budget, mostBytes - counted).catch(() => undefined);
    };
    const released = Promise.all(reserved.map(release));
    if (payer.later) payer.later(released);
    else await released;
  }
};
