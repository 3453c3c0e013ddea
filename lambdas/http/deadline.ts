import { setMaxListeners } from 'node:events';
import { withinBudget } from '../time-budget.ts';

/** Kept back at the end of a function's time for what an ended request leaves open. */
const settleMs = 2_000;
/** Kept back for the answer to a request that has come to no end by then. */
const answerMs = 500;

/** Settings of a middleware chain that answers before its function's time is over, as after any other failure. */
export const answersInTime = {
  timeoutEarlyInMillis: answerMs,
  timeoutEarlyResponse: (): never => {
    throw new Error('The function ran out of time.');
  },
};

interface Invocation {
  readonly getRemainingTimeInMillis?: () => number;
}

/**
 * Gives each invocation of a handler the time that its function has left: shortly before the end every call to the cloud
 * that is under way ends.
 */
export const inTime = <H extends (...call: never[]) => Promise<unknown>>(handler: H): H => {
  const timed = async (...call: never[]): Promise<unknown> => {
    // second or third, depending on whether the handler streams; a callback may follow it
    const remainingMs = (call as (Invocation | undefined)[])
      .find((one) => one?.getRemainingTimeInMillis)
      ?.getRemainingTimeInMillis?.();
    if (remainingMs === undefined) return handler(...call);
    const budget = new AbortController();
    // one request may have many calls under way
    setMaxListeners(0, budget.signal);
    const timer = setTimeout(() => budget.abort(), Math.max(0, remainingMs - settleMs));
    try {
      return await withinBudget(budget.signal, () => handler(...call));
    } finally {
      clearTimeout(timer);
    }
  };
  // the runtime marks a handler that streams, and the mark must stay
  return Object.assign(timed, handler) as unknown as H;
};
