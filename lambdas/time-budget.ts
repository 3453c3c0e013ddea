import { AsyncLocalStorage } from 'node:async_hooks';

const budgets = new AsyncLocalStorage<AbortSignal>();

/**
 * Runs something under a time budget: when the signal fires, every call to the cloud that is under way for it ends, and no
 * other begins. Work that is shared by several requests takes none.
 */
export const withinBudget = <T>(budget: AbortSignal, run: () => T): T => budgets.run(budget, run);

/** The time budget of the request that is being worked on; undefined outside of any. */
export const timeBudget = (): AbortSignal | undefined => budgets.getStore();
