import { LRUCache } from 'lru-cache';

/** Accounts of which a process remembers the page. */
const keptAccounts = 1_000;
const pages = new LRUCache<string, string>({ max: keptAccounts });

/** Remembers the page a usage record was seen at. */
export const sawPage = (accountId: string, periodStart: string, page: number): void => {
  if (page >= pageOfMark(pages.get(accountId), periodStart)) pages.set(accountId, `${periodStart} ${page}`);
};

/** The page of an account's record as it was last seen: what nobody has asked for so far is taken there or later. */
export const markOf = (accountId: string): string | undefined => pages.get(accountId);

/** The page a mark speaks of; the first one when it speaks of another period, or of nothing. */
export const pageOfMark = (mark: string | undefined, periodStart: string): number => {
  const [period, page] = mark?.split(' ') ?? [];
  return period === periodStart ? Number(page) : 0;
};
