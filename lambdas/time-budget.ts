import { AsyncLocalStorage } from 'node:async_hooks';

const budgets = new AsyncLocalStorage<AbortSignal>();

/**
 * Runs something under a time budget: when the signal fires, every call to the cloud that is under way for it ends, and no
 * other begins. Work that is shared by several requests takes none.
 */
export const withinBudget = <T>(budget: AbortSignal, run: () => T): T => budgets.run(budget, run);

/** Time that the steps of one piece of work share, by the clock on the wall. */
export interface SharedTime {
  /** Milliseconds that are left, none when it is over. */
  leftMs(): number;
}

/** Begins a time that ends after so many milliseconds. */
export const sharedTime = (totalMs: number): SharedTime => {
  const started = performance.now();
  return { leftMs: () => Math.max(0, totalMs - (performance.now() - started)) };
};

/** The time budget of the request that is being worked on; undefined outside of any. */
export const timeBudget = (): AbortSignal | undefined => budgets.getStore();
