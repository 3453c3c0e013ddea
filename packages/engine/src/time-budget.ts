import { AsyncLocalStorage } from 'node:async_hooks';

const budgets = new AsyncLocalStorage<AbortSignal>();

/**
 * Runs a function within a time budget: when the signal fires, its AWS calls in progress are aborted and new ones fail.
 * Work that several requests share runs without a budget.
 */
export const withinBudget = <T>(budget: AbortSignal, run: () => T): T => budgets.run(budget, run);

/** Wall-clock time that the steps of one piece of work share. */
export interface SharedTime {
  /** Remaining milliseconds, at least 0. */
  leftMs(): number;
}

/** Starts a time budget of `totalMs` milliseconds. */
export const sharedTime = (totalMs: number): SharedTime => {
  const started = performance.now();
  return { leftMs: () => Math.max(0, totalMs - (performance.now() - started)) };
};

/** Returns the signal that fires when the current request's time is used up; undefined outside a request. */
export const requestSignal = (): AbortSignal | undefined => budgets.getStore();

/** Returns a signal that fires with the given one, or when the current request's time is used up. */
export const orRequestEnds = (signal: AbortSignal): AbortSignal => {
  const budget = requestSignal();
  return budget ? AbortSignal.any([signal, budget]) : signal;
};
