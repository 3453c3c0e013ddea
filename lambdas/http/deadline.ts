import { setMaxListeners } from 'node:events';
import { withinBudget } from 'image-url-engine/workers.ts';

/** Milliseconds at the end of an invocation reserved for cleanup after a timeout. */
const cleanupMs = 2_000;
/** Part of `cleanupMs` reserved for sending the error response. */
const answerMs = 500;

/** Settings of middy, whose own timeout would reach only `onError`. */
export const noTimeout = { timeoutEarlyInMillis: 0 };

interface Invocation {
  readonly getRemainingTimeInMillis?: () => number;
}

/** Returns the outcome of work. @throws Error shortly before the function's timeout, so that it can still respond */
export const beforeTimeout = async <T>(invocation: Invocation, work: Promise<T>): Promise<T> => {
  const leftMs = invocation.getRemainingTimeInMillis?.();
  if (leftMs === undefined) return work;
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error('The function ran out of time.')),
    Math.max(0, leftMs - answerMs),
  );
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
};

/** Wraps a handler with a time budget: 2 s before the function's timeout, AWS calls in progress are aborted. */
export const inTime = <H extends (...call: never[]) => Promise<unknown>>(handler: H): H => {
  const timed = async (...call: never[]): Promise<unknown> => {
    // second or third argument, depending on whether the handler streams; a callback may follow
    const remainingMs = (call as (Invocation | undefined)[])
      .find((one) => one?.getRemainingTimeInMillis)
      ?.getRemainingTimeInMillis?.();
    if (remainingMs === undefined) return handler(...call);
    const budget = new AbortController();
    // one request may have more calls in progress than Node's limit of listeners
    setMaxListeners(0, budget.signal);
    const timer = setTimeout(() => budget.abort(), Math.max(0, remainingMs - cleanupMs));
    try {
      return await withinBudget(budget.signal, () => handler(...call));
    } finally {
      clearTimeout(timer);
    }
  };
  // copies the property by which the runtime recognises a streaming handler
  return Object.assign(timed, handler) as unknown as H;
};
