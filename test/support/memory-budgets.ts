import type { Ports } from '../../lambdas/ports/ports.ts';

/** Budgets in memory, with what is consumed of each. */
export const memoryBudgets = () => {
  const amounts = new Map<string, number>();
  const getKey = ({ owner, name }: { readonly owner: string; readonly name: string }) => `${owner} ${name}`;
  const budgets: Ports['budgets:consume'] & Ports['budgets:read'] = {
    async consume(budget, amount) {
      const next = (amounts.get(getKey(budget)) ?? 0) + amount;
      if (next > budget.limit) return false;
      amounts.set(getKey(budget), next);
      return true;
    },
    async release(budget, amount) {
      amounts.set(getKey(budget), (amounts.get(getKey(budget)) ?? 0) - amount);
    },
    used: async (budget) => amounts.get(getKey(budget)) ?? 0,
  };
  return { ...budgets, amounts };
};
