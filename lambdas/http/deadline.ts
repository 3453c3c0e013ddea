import { setMaxListeners } from 'node:events';
import { withinBudget } from '../runtime/time-budget.ts';

/** Time at the end of an invocation that is reserved for releasing what a timed-out request holds, in milliseconds. */
const cleanupMs = 2_000;
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

/** Wraps a handler with a time budget: 2 s before the function's timeout, all AWS calls in progress are aborted. */
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
    const timer = setTimeout(() => budget.abort(), Math.max(0, remainingMs - cleanupMs));
    try {
      return await withinBudget(budget.signal, () => handler(...call));
    } finally {
      clearTimeout(timer);
    }
  };
  // keep the property by which the runtime recognises a streaming handler
  return Object.assign(timed, handler) as unknown as H;
};
