import { requestSignal } from '../../time-budget.ts';

/** What settling an unknown outcome has once the time of its request is over. */
const settleMs = 1_000;

/** Fires when a taking can be settled no more: a while after its request has ended. */
export const settleSignal = (): AbortSignal | undefined => {
  const budget = requestSignal();
  if (budget === undefined) return undefined;
  if (budget.aborted) return AbortSignal.timeout(settleMs);
  const over = new AbortController();
  budget.addEventListener('abort', () => setTimeout(() => over.abort(), settleMs).unref(), { once: true });
  return over.signal;
};
