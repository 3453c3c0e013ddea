import { limits } from '../contract/limits.ts';
import type { Payer } from '../ports/images.ts';
import type { Ports } from '../ports/ports.ts';
import { fetchWithinBudgets } from './fetch-budget.ts';
import { overBudget } from './refusal.ts';

/** Fetches public pages within budgets; in the local run, also of this machine. The first call loads the fetching module. */
export const safePages = (budgets: Ports['budgets:consume'], hasLoopback: boolean) => ({
  fetch: async (address: string, payer: Payer) => {
    const { pages } = await import('./pages.ts');
    const fetched = await fetchWithinBudgets(budgets, payer, limits.sitePageBytes, (watch) =>
      pages({ hasLoopback }).fetch(address, watch),
    );
    return fetched.ok ? fetched : { ...fetched, isOverBudget: fetched.reason === overBudget };
  },
});
