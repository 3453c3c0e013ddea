import { AsyncLocalStorage } from 'node:async_hooks';

const budgets = new AsyncLocalStorage<AbortSignal>();

/**
 * Runs something within a time budget: when the signal fires, its AWS calls under way are aborted and no new ones begin. Work
 * that several requests share runs without one.
 */
export const withinBudget = <T>(budget: AbortSignal, run: () => T): T => budgets.run(budget, run);

/** Wall-clock time that several steps of one piece of work share. */
export interface SharedTime {
  /** Milliseconds left; 0 when the time is over. */
  leftMs(): number;
}

/** Starts a time of so many milliseconds. */
export const sharedTime = (totalMs: number): SharedTime => {
  const started = performance.now();
  return { leftMs: () => Math.max(0, totalMs - (performance.now() - started)) };
};

/** Returns the signal that fires when the current request has used up its time; undefined outside a request. */
export const requestSignal = (): AbortSignal | undefined => budgets.getStore();

/** Returns a signal that fires with the given one, or when the current request has used up its time. */
export const orRequestEnds = (signal: AbortSignal): AbortSignal => {
  const budget = requestSignal();
  return budget ? AbortSignal.any([signal, budget]) : signal;
};
