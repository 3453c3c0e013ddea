import { setMaxListeners } from 'node:events';
import { withinBudget } from '../runtime/time-budget.ts';

/** Reserved at the end of a function's time, to settle what a request that ran out of time has begun. */
const settleMs = 2_000;
/** Reserved, out of that, for sending the error answer. */
const answerMs = 500;

/** Middy settings: shortly before the function's time is over the chain fails like on any other error, and so still answers. */
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
