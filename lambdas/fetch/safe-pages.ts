import { limits } from 'image-url-contract/limits.ts';
import { overBudget } from 'image-url-outside/refusal.ts';
import type { Budgets } from '../ports/budgets.ts';
import type { Payer } from '../ports/images.ts';
import { fetchWithinBudgets } from './fetch-budget.ts';

/** Fetches public pages within budgets; in the local run, also of this machine. The first call loads the fetching module. */
export const safePages = (budgets: Budgets, hasLoopback: boolean) => ({
  fetch: async (address: string, payer: Payer) => {
    const { pages } = await import('image-url-outside/pages.ts');
    const fetched = await fetchWithinBudgets(budgets, payer, limits.sitePageBytes, (watch) =>
      pages({ hasLoopback }).fetch(address, watch),
    );
    return fetched.ok ? fetched : { ...fetched, isOverBudget: fetched.reason === overBudget };
  },
});
